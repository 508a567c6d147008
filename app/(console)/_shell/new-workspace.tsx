'use client';

import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type Environment, environments } from '#lib/authority-environment.ts';
import { FormDialog } from '../_ui/form-dialog.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { createWorkspace } from './actions.ts';
import { homePath } from './navigation.ts';

/** Creates a workspace and opens it. Closing the dialog keeps the input. */
export function NewWorkspace({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('console.shell');
  const router = useRouter();
  const form = useForm<{ name: string; environment: Environment }>({
    initialValues: { name: '', environment: 'sandbox' },
  });
  const { run, pending, failure } = useConsoleAction(createWorkspace, form);
  const create = form.onSubmit((values) =>
    run(values, ({ slug }) => {
      onClose();
      form.reset();
      router.push(homePath(slug));
    }),
  );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('workspaces.newTitle')}
      onSubmit={create}
      submit={t('workspaces.create')}
      pending={pending}
      failure={failure}
    >
      <TextInput
        label={t('workspaces.name')}
        description={t('workspaces.nameHint')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group
        label={t('workspaces.environment')}
        description={t('workspaces.environmentHint')}
        {...form.getInputProps('environment')}
      >
        <Stack gap="xs" mt="xs">
          {environments.map((environment) => (
            <Radio
              key={environment}
              value={environment}
              label={t(`environment.${environment}`)}
              description={t(`workspaces.${environment}Text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
