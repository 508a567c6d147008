'use client';

import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { sendDeadAgain } from './delivery-actions.ts';
import { EndpointField } from './endpoint-field.tsx';
import type { NamedEndpoint } from './query.ts';

interface RedeliverDeadButtonProps {
  workspace: string;
  endpoints: NamedEndpoint[];
}

/** After a receiver was down: everything that was given up since then. */
export function RedeliverDeadButton({ workspace, endpoints }: RedeliverDeadButtonProps) {
  const t = useTranslations('console.configuration.deliveries');
  const [opened, { open, close }] = useDisclosure();
  const { run, pending, failure } = useConsoleAction(sendDeadAgain.bind(null, workspace));
  const form = useForm({ initialValues: { since: '', endpoint: '' } });
  const send = form.onSubmit(({ since, endpoint }) => {
    // The field has the time of the reader's clock.
    const at = new Date(since);
    if (Number.isNaN(at.getTime())) return form.setFieldError('since', t('sinceMissing'));
    const one = endpoints.find(({ url }) => url === endpoint.trim());
    if (endpoint.trim() && !one) return form.setFieldError('endpoint', t('endpointUnknown'));
    run(
      { since: at, ...(one ? { endpointId: one.id } : {}) },
      ({ count }) => {
        close();
        notifications.show({ message: t('sentAgain', { count }), color: count ? 'green' : 'gray' });
      },
      ({ fields }) => form.setErrors(fields),
    );
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('redeliverDead')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('redeliverDead')}
        onSubmit={send}
        submit={t('redeliver')}
        pending={pending}
        failure={failure}
        noValidate
      >
        <Text size="sm">{t('redeliverDeadText')}</Text>
        <TextInput
          type="datetime-local"
          label={t('since')}
          required
          data-autofocus
          {...form.getInputProps('since')}
        />
        <EndpointField list="endpoints-again" endpoints={endpoints} {...form.getInputProps('endpoint')} />
      </FormDialog>
    </>
  );
}
