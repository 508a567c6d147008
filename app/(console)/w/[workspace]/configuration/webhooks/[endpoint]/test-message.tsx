'use client';

import { Button, Group, NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CodeBlock } from '#console/_ui/fact-list.tsx';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { LastAttempt } from '#lib/webhooks/deliveries.ts';
import type { LifecycleEvent } from '#lib/webhooks/events.ts';
import { AttemptOutcome } from '../deliveries/delivery-status.tsx';
import { testEndpoint } from '../endpoint-actions.ts';

interface TestMessageProps {
  workspace: string;
  id: string;
  samples: { event: LifecycleEvent; body: string }[];
  isDisabled: boolean;
}

interface Sent {
  deliveryId: string;
  answer: (LastAttempt & { durationMs: number }) | undefined;
}

/** Shows a test message before it is sent. */
export function TestMessage({ workspace, id, samples, isDisabled }: TestMessageProps) {
  const t = useTranslations('console.configuration.webhooks.test');
  const [event, setEvent] = useState<LifecycleEvent>('registration.completed');
  const deliveries = useTranslations('console.configuration.deliveries');
  const [sent, setSent] = useState<Sent>();
  const { run, pending, failure } = useConsoleAction(testEndpoint.bind(null, workspace));
  const send = () => run({ id, event }, setSent);
  return (
    <section className="sheet" aria-labelledby="test">
      <div className="section-head">
        <div>
          <h2 id="test">{t('title')}</h2>
          <p className="hint">{t('lead')}</p>
        </div>
      </div>
      <div className="sheet-text">
        <Group align="end" gap="sm">
          <NativeSelect
            label={t('event')}
            value={event}
            onChange={({ currentTarget }) => setEvent(currentTarget.value as LifecycleEvent)}
            data={samples.map((sample) => sample.event)}
          />
          <Button onClick={send} loading={pending} disabled={isDisabled}>
            {t('send')}
          </Button>
        </Group>
        {isDisabled && <p className="hint">{t('disabled')}</p>}
        <Failure of={failure} />
        {sent && (
          <p role="status">
            {sent.answer ? (
              <>
                <AttemptOutcome of={sent.answer} /> · {deliveries('duration', { ms: sent.answer.durationMs })}
              </>
            ) : (
              t('sent')
            )}{' '}
            <Link href={workspacePath(workspace, `/configuration/webhooks/deliveries/${sent.deliveryId}`)}>
              {t('see')}
            </Link>
          </p>
        )}
        <CodeBlock>
          {`POST\ncontent-type: application/json\nuser-agent: Alta-Webhooks/1\nwebhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…\n\n`}
          {samples.find((sample) => sample.event === event)?.body}
        </CodeBlock>
        <p className="hint">{t('signed')}</p>
      </div>
    </section>
  );
}
