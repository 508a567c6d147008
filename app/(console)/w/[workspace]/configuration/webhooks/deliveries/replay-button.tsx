'use client';

import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { replay } from './delivery-actions.ts';
import { EndpointField } from './endpoint-field.tsx';
import type { NamedEndpoint } from './query.ts';

interface ReplayButtonProps {
  workspace: string;
  endpoints: NamedEndpoint[];
}

/** After a receiver was down, or has lost what it was told: everything of a span once more, as a batch. */
export function ReplayButton({ workspace, endpoints }: ReplayButtonProps) {
  const t = useTranslations('console.configuration.deliveries');
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure();
  // Sent twice it is one batch.
  const [key, setKey] = useState('');
  const { run, pending, failure } = useConsoleAction(replay.bind(null, workspace));
  const form = useForm({ initialValues: { since: '', until: '', what: 'dead', endpoint: '' } });
  const begin = () => {
    setKey(crypto.randomUUID());
    form.reset();
    open();
  };
  const send = form.onSubmit(({ what, endpoint, ...times }) => {
    // The fields have the time of the reader's clock.
    const [since, until] = [new Date(times.since), times.until ? new Date(times.until) : undefined];
    if (Number.isNaN(since.getTime())) return form.setFieldError('since', t('sinceMissing'));
    if (until && until <= since) return form.setFieldError('until', t('untilTooEarly'));
    const one = endpoints.find(({ url }) => url === endpoint.trim());
    if (endpoint.trim() && !one) return form.setFieldError('endpoint', t('endpointUnknown'));
    run(
      {
        since,
        until,
        statuses: what === 'dead' ? ['dead'] : ['dead', 'delivered'],
        endpointId: one?.id,
        key,
      },
      ({ batch }) => {
        if (!batch) return form.setFieldError('since', t('nothingToReplay'));
        close();
        router.push(workspacePath(workspace, `/batches/${batch}`));
      },
      ({ fields }) => form.setErrors(fields),
    );
  });
  return (
    <>
      <Button variant="default" onClick={begin}>
        {t('replay')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('replay')}
        onSubmit={send}
        submit={t('replaySubmit')}
        pending={pending}
        failure={failure}
        noValidate
      >
        <Text size="sm">{t('replayText')}</Text>
        <TextInput
          type="datetime-local"
          label={t('since')}
          required
          data-autofocus
          {...form.getInputProps('since')}
        />
        <TextInput
          type="datetime-local"
          label={t('until')}
          description={t('untilHint')}
          {...form.getInputProps('until')}
        />
        <NativeSelect
          label={t('replayWhat')}
          data={(['dead', 'all'] as const).map((value) => ({ value, label: t(`replayWhats.${value}`) }))}
          {...form.getInputProps('what')}
        />
        <EndpointField list="endpoints-again" endpoints={endpoints} {...form.getInputProps('endpoint')} />
      </FormDialog>
    </>
  );
}
