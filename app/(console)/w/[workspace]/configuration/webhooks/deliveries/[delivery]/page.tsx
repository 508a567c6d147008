import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { BackLink } from '#console/_ui/back-link.tsx';
import { ActButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { ForeignText } from '#console/_ui/text-block.tsx';
import { EventName } from '#console/w/[workspace]/configuration/webhooks/names.tsx';
import { fetchDelivery, listAttempts } from '#lib/webhooks/deliveries.ts';
import { sendAgain } from '../delivery-actions.ts';
import { AttemptList, formatted } from './attempt-list.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';

export const generateMetadata = titled('configuration.deliveries.one');

interface DeliveryProps {
  params: Promise<{ workspace: string; delivery: string }>;
  searchParams: Promise<{ attempts?: string | string[] }>;
}

export default async function Delivery({ params, searchParams }: DeliveryProps) {
  const { workspace, delivery: id } = await params;
  const { ctx } = await requireMember(workspace, 'webhooks:read');
  const delivery = await foundBy(id, (uuid) => fetchDelivery(ctx, uuid));
  const attempts = (await listAttempts(ctx, delivery)).reverse();
  const t = await getTranslations('console.configuration.deliveries');
  const log = workspacePath(workspace, '/configuration/webhooks/deliveries');
  return (
    <ClientTexts areas={['configuration']}>
      <BackLink href={log}>{t('back')}</BackLink>
      <PageHeader
        title={delivery.event ? <EventName>{delivery.event}</EventName> : t('unnamed')}
        lead={<code>{delivery.id}</code>}
        actions={
          <Stack>
            <ActButton
              needs="webhooks:write"
              label={t('redeliver')}
              action={sendAgain.bind(null, workspace, { id: delivery.id })}
              done={t('sentOne')}
            />
          </Stack>
        }
      />
      <DeliveryFacts ctx={ctx} delivery={delivery} last={attempts[0]} />
      <div className="sheet sheet-text">
        <h2>{t('body')}</h2>
        <ForeignText label={t('body')}>{formatted(delivery.body)}</ForeignText>
      </div>
      <AttemptList
        attempts={attempts}
        shown={(await searchParams).attempts === 'all' ? 'all' : 'newest'}
        allHref={`${log}/${delivery.id}?attempts=all`}
      />
      {delivery.status === 'pending' && (
        <LiveRefresh everySeconds={isSoon(delivery.nextAttemptAt) ? 3 : 30} />
      )}
    </ClientTexts>
  );
}

const isSoon = (at: Date | null) => !at || at.getTime() < Date.now() + 60_000;
