'use client';

import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { instantOf } from '#console/_ui/argentine-time.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { countReplay, replay } from './delivery-actions.ts';
import { EndpointField } from './endpoint-field.tsx';
import type { NamedEndpoint } from './query.ts';

interface ReplayButtonProps {
  workspace: string;
  endpoints: NamedEndpoint[];
}

/**
 * After a receiver was down, or has lost what it was told: everything of a span once more, as a batch. How many that is
 * is said first.
 */
export function ReplayButton({ workspace, endpoints }: ReplayButtonProps) {
  const t = useTranslations('console.configuration.deliveries');
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure();
  // Sent twice it is one batch.
  const [key, setKey] = useState('');
  const [count, setCount] = useState<number>();
  const counting = useConsoleAction(countReplay.bind(null, workspace));
  const sending = useConsoleAction(replay.bind(null, workspace));
  const form = useForm({
    initialValues: { since: '', until: '', what: 'dead', endpoint: '' },
    onValuesChange: () => setCount(undefined),
  });
  const begin = () => {
    setKey(crypto.randomUUID());
    setCount(undefined);
    form.reset();
    open();
  };
  const go = form.onSubmit(({ what, endpoint, ...times }) => {
    const [since, until] = [instantOf(times.since), instantOf(times.until)];
    if (!since) return form.setFieldError('since', t('sinceMissing'));
    if (until && until <= since) return form.setFieldError('until', t('untilTooEarly'));
    const one = endpoints.find(({ url }) => url === endpoint.trim());
    if (endpoint.trim() && !one) return form.setFieldError('endpoint', t('endpointUnknown'));
    const statuses: ('dead' | 'delivered')[] = what === 'dead' ? ['dead'] : ['dead', 'delivered'];
    const span = { since, until, statuses, endpointId: one?.id };
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
      <Button variant="default" onClick={begin}>
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
          data={(['dead', 'all'] as const).map((value) => ({ value, label: t(`replayWhats.${value}`) }))}
          {...form.getInputProps('what')}
        />
        <EndpointField list="endpoints-again" endpoints={endpoints} {...form.getInputProps('endpoint')} />
        {count ? <Alert color="petrol">{t('replayFound', { count })}</Alert> : null}
      </FormDialog>
    </>
  );
}
