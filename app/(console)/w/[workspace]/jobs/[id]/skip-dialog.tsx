'use client';

import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { skip } from './actions.ts';

/** Skips the step at which the job waits, with a reason that is logged. */
export function SkipDialog({ workspace, job, step }: { workspace: string; job: string; step: string }) {
  const t = useTranslations('console.jobs.job.skip');
  const [opened, { open, close }] = useDisclosure();
  const form = useForm({ initialValues: { reason: '' } });
  const { run, pending, failure } = useConsoleAction(skip.bind(null, workspace), form);
  const submit = form.onSubmit(({ reason }) =>
    run({ id: job, reason }, () => {
      close();
      notifications.show({ message: t('done'), color: 'green' });
    }),
  );
  return (
    <>
      <Button variant="subtle" onClick={open}>
        {t('open')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('title', { step })}
        onSubmit={submit}
        submit={t('submit')}
        pending={pending}
        failure={failure}
      >
        <Text size="sm">{t('text')}</Text>
        <TextInput
          label={t('reason')}
          description={t('reasonHint')}
          required
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      </FormDialog>
    </>
  );
}
