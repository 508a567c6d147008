'use client';

import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { save } from './actions.ts';

interface Fields {
  name: string;
  slug: string;
  contactEmail: string;
}

/** Only an owner may change them; others read them. */
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
  const form = useForm({ initialValues: initial });
  const { run, pending, failure } = useConsoleAction(save.bind(null, workspace), form);
  const submit = form.onSubmit(({ contactEmail, ...typed }) =>
    run({ ...typed, contactEmail: contactEmail.trim() || null }, () =>
      notifications.show({ message: t('saved'), color: 'green' }),
    ),
  );
  return (
    <form onSubmit={submit} className="settings" noValidate>
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
          <Failure of={failure} />
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
  );
}
