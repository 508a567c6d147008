import { dayMs } from '#lib/time.ts';
import '#console/w/[workspace]/configuration/configuration.css';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { BackLink, PageHeader } from '#console/_ui/page-header.tsx';
import type { Context } from '#lib/context.ts';
import {
  endpointHealth,
  failingEndpoints,
  maxDeliveries,
  recentAttempts,
} from '#lib/reports/endpoint-health.ts';
import { fetchEndpoint, samplePayload } from '#lib/webhooks/endpoints.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import { listSecrets } from '#lib/webhooks/secrets.ts';
import { addressReach } from '../address-reach.ts';
import { EditEndpointButton } from '../endpoint-dialog.tsx';
import { EndpointState } from '../endpoint-state.tsx';
import { hostOf } from '../names.tsx';
import { ResendMissed } from '../resend-missed.tsx';
import { SecretSection } from '../secret-section.tsx';
import { TestMessage } from './test-message.tsx';

interface EndpointProps {
  params: Promise<{ workspace: string; endpoint: string }>;
}

const requireEndpoint = async ({ workspace, endpoint: id }: Awaited<EndpointProps['params']>) => {
  const visit = await requireMember(workspace, 'webhooks:read');
  return { ...visit, endpoint: await foundBy(id, (uuid) => fetchEndpoint(visit.ctx, uuid)) };
};

export async function generateMetadata({ params }: EndpointProps) {
  const { endpoint } = await requireEndpoint(await params);
  return { title: hostOf(endpoint.url) };
}

export default async function Endpoint({ params }: EndpointProps) {
  const { ctx, role, endpoint } = await requireEndpoint(await params);
  const { slug } = ctx.workspace;
  const t = await getTranslations('console.configuration.webhooks');
  const { id, url, description, events } = endpoint;
  const path = workspacePath(slug, '/configuration/webhooks');
  const [failures, recent] = await Promise.all([failingEndpoints(ctx, [id]), recentAttempts(ctx, [id])]);
  const failure = endpoint.disabledAt ? undefined : failures.get(id);
  const samples = lifecycleEvents.map((event) => ({
    event,
    body: JSON.stringify(samplePayload(id, ctx.workspace, event), null, 2),
  }));
  return (
    <ClientTexts areas={['configuration']}>
      <BackLink href={path}>{t('title')}</BackLink>
      <PageHeader
        title={<bdi>{hostOf(url)}</bdi>}
        lead={<bdi>{url}</bdi>}
        actions={
          <Permitted to="webhooks:write">
            <EditEndpointButton
              workspace={slug}
              endpoint={{ id, url, description, events }}
              reach={addressReach()}
            />
          </Permitted>
        }
      />
      <section className="sheet" aria-labelledby="health">
        <div className="section-head">
          <h2 id="health">{t('health.title')}</h2>
          <Link href={`${path}/deliveries?endpoint=${id}`}>{t('itsDeliveries')}</Link>
        </div>
        <div className="endpoint-now">
          <EndpointState of={endpoint} failure={failure} recent={recent.get(id)} />
          {failure && <ResendMissed workspace={slug} endpoint={{ id, url }} since={failure.missedSince} />}
        </div>
        <EndpointHealth ctx={ctx} endpointId={id} />
      </section>
      <Permitted to="webhooks:write">
        <TestMessage workspace={slug} id={id} samples={samples} isDisabled={endpoint.disabledAt !== null} />
      </Permitted>
      <SecretSection
        workspace={slug}
        endpointId={id}
        secrets={await listSecrets(ctx, { endpointId: id })}
        role={role}
      />
    </ClientTexts>
  );
}

async function EndpointHealth({ ctx, endpointId }: { ctx: Context; endpointId: string }) {
  const t = await getTranslations('console.configuration.webhooks.health');
  const format = await getFormatter();
  const now = new Date();
  const [day, week] = await Promise.all(
    [1, 7].map((days) => endpointHealth(ctx, endpointId, new Date(now.getTime() - days * dayMs), now)),
  );
  const healthText = (health: typeof day) => {
    if (!health || health.attempts === 0) return t('nothing');
    const { attempts, successes, median, p95 } = health;
    const share = format.number(successes / attempts, { style: 'percent', maximumFractionDigits: 1 });
    return median === undefined
      ? t('unanswered', { share, attempts })
      : t('answered', { share, attempts, median, p95: p95 ?? median });
  };
  return (
    <div className="sheet-text">
      <FactList
        facts={[
          [t('day'), healthText(day)],
          [t('week'), healthText(week)],
        ]}
      />
      <p className="hint">{t('basis', { count: maxDeliveries })}</p>
    </div>
  );
}
