'use client';

import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ActionFailure } from '#console/_action.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Failure } from '#console/_ui/failure.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { workspaceSlug } from '#lib/accounts/workspace-slug.ts';
import { save } from './actions.ts';

interface Fields {
  name: string;
  slug: string;
  contactEmail: string;
}

/** The workspace's name and address. Only owners may change them, and a new address must be confirmed. */
export function WorkspaceForm({
  workspace,
  initial,
  mayChange,
}: {
  workspace: string;
  initial: Fields;
  mayChange: boolean;
}) {
  const t = useTranslations('console.configuration.workspace');
  const router = useRouter();
  const [asking, { open: ask, close }] = useDisclosure();
  const form = useForm({
    initialValues: initial,
    validate: { slug: (slug) => !workspaceSlug.test(slug) && t('faults.slug') },
  });
  const { run, pending, failure } = useConsoleAction(save.bind(null, workspace), form);
  const send = () => {
    close();
    const { contactEmail, ...typed } = form.values;
    run({ ...typed, contactEmail: contactEmail.trim() || null }, arrive, mark);
  };
  const arrive = ({ slug }: { slug: string }) => {
    notifications.show({ message: t('saved'), color: 'green' });
    if (slug !== workspace) router.replace(workspacePath(slug, '/configuration/workspace'));
  };
  const isTaken = failure?.code === 'name-taken';
  const mark = ({ code, fields }: ActionFailure) => {
    form.setErrors({
      ...fields,
      ...(fields.slug ? { slug: t(code === 'name-taken' ? 'faults.slugTaken' : 'faults.slug') } : {}),
      ...(fields.contactEmail ? { contactEmail: t('faults.contactEmail') } : {}),
    });
    const wrong = (['name', 'slug', 'contactEmail'] as const).find((field) => fields[field]);
    if (wrong) form.getInputNode(wrong)?.focus();
  };
  return (
    <>
      <form
        onSubmit={form.onSubmit(({ slug }) => (slug === workspace ? send() : ask()))}
        className="settings"
        noValidate
      >
        <fieldset className="sheet sheet-text" disabled={!mayChange}>
          <legend>{t('details')}</legend>
          <div className="settings-fields">
            <TextInput
              label={t('name')}
              description={t('nameHint')}
              maxLength={100}
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('slug')}
              description={t('slugHint', { address: `/w/${form.values.slug}` })}
              maxLength={60}
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('slug')}
            />
            <TextInput
              type="email"
              label={t('contactEmail')}
              description={t('contactEmailHint')}
              maxLength={200}
              {...form.getInputProps('contactEmail')}
            />
            {/* If the address is taken, its field shows the error. */}
            <Failure of={isTaken ? undefined : failure} />
            {mayChange ? (
              <div>
                <Button type="submit" loading={pending}>
                  {t('save')}
                </Button>
              </div>
            ) : (
              <p className="hint">{t('onlyOwners')}</p>
            )}
          </div>
        </fieldset>
      </form>
      <FormDialog
        opened={asking}
        onClose={close}
        onSubmit={send}
        title={t('moveTitle')}
        submit={t('moveSubmit')}
        color="red"
        pending={pending}
        failure={undefined}
      >
        <Text size="sm">{t('moveText', { before: `/w/${workspace}`, after: `/w/${form.values.slug}` })}</Text>
      </FormDialog>
    </>
  );
}
