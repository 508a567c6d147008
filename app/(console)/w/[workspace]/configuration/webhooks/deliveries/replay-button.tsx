'use client';

import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { instantOf } from '#console/_ui/moment.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { countReplay, replay } from './delivery-actions.ts';
import { EndpointField, matchingEndpointIds, type NamedEndpoint } from './delivery-status.tsx';
import type { ReplayValues } from './query.ts';

type What = ReplayValues['what'];
const statusesOf = {
  missed: ['pending', 'dead'],
  pending: ['pending'],
  dead: ['dead'],
  delivered: ['delivered'],
  all: ['pending', 'dead', 'delivered'],
} as const satisfies Record<What, readonly string[]>;

interface ReplayButtonProps {
  workspace: string;
  endpoints: NamedEndpoint[];
  /** Initial values, from the list's filters. */
  begin: ReplayValues;
}

/**
 * Sends deliveries of a time span again, after an outage of the receiver: the missed ones or all. The dialog
 * shows their number before the batch starts.
 */
export function ReplayButton({ workspace, endpoints, begin }: ReplayButtonProps) {
  const t = useTranslations('console.configuration.deliveries');
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure();
  // Idempotency key: a repeated request starts only one batch.
  const [key, setKey] = useState('');
  const [count, setCount] = useState<number>();
  const counting = useConsoleAction(countReplay.bind(null, workspace));
  const sending = useConsoleAction(replay.bind(null, workspace));
  const form = useForm({
    initialValues: begin,
    onValuesChange: () => setCount(undefined),
  });
  const start = () => {
    setKey(crypto.randomUUID());
    setCount(undefined);
    form.setInitialValues(begin);
    form.reset();
    open();
  };
  const go = form.onSubmit(({ what, endpoint: asked, event, ...times }) => {
    const [since, until] = [instantOf(times.since), instantOf(times.until)];
    if (!since) return form.setFieldError('since', t('sinceMissing'));
    if (until && until <= since) return form.setFieldError('until', t('untilTooEarly'));
    const endpointIds = asked.trim() ? matchingEndpointIds(endpoints, asked.trim()) : undefined;
    if (endpointIds?.length === 0) return form.setFieldError('endpoint', t('endpointUnknown'));
    const statuses = [...statusesOf[what]];
    const span = { since, until, statuses, endpoints: endpointIds, event: event.trim() || undefined };
    if (count) {
      return sending.run({ ...span, key }, ({ batch }) => {
        close();
        router.push(workspacePath(workspace, batch ? `/batches/${batch}` : '/batches'));
      });
    }
    counting.run(span, (found) => {
      if (found.count === 0) form.setFieldError('since', t('nothingToReplay'));
      setCount(found.count);
    });
  });
  return (
    <>
      <Button variant="default" onClick={start}>
        {t('replay')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('replay')}
        onSubmit={go}
        submit={count ? t('replaySubmit', { count }) : t('replayCount')}
        pending={counting.pending || sending.pending}
        failure={counting.failure ?? sending.failure}
        noValidate
      >
        <Text size="sm">{t('replayText')}</Text>
        <TextInput
          type="datetime-local"
          label={t('since')}
          description={t('timeZone')}
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
          data={(Object.keys(statusesOf) as What[]).map((value) => ({
            value,
            label: t(`replayWhats.${value}`),
          }))}
          {...form.getInputProps('what')}
        />
        <EndpointField list="endpoints-again" endpoints={endpoints} {...form.getInputProps('endpoint')} />
        <TextInput
          label={t('event')}
          placeholder={t('anyEvent')}
          list="events"
          maxLength={200}
          {...form.getInputProps('event')}
        />
        {count ? <Alert color="petrol">{t('replayFound', { count })}</Alert> : null}
      </FormDialog>
    </>
  );
}
