import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import {
  type EndpointFailure,
  failingEndpoints,
  type RecentAttempts,
  recentAttempts,
} from '#lib/reports/endpoint-health.ts';
import { type EndpointRow, listEndpoints } from '#lib/webhooks/endpoints.ts';
import { everyEvent } from '#lib/webhooks/events.ts';
import { listSecrets } from '#lib/webhooks/secrets.ts';
import { type AddressReach, addressReach } from './address-reach.ts';
import { NewEndpointButton } from './endpoint-dialog.tsx';
import { EndpointMenu } from './endpoint-menu.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { hostOf, WebhookTabs } from './names.tsx';
import { ResendMissed } from './resend-missed.tsx';
import { SecretSection } from './secret-section.tsx';

export const generateMetadata = titled('configuration.webhooks.title');

interface WebhooksProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Webhooks({ params, searchParams }: WebhooksProps) {
  const { ctx, role } = await requireMember((await params).workspace, 'webhooks:read');
  const { slug } = ctx.workspace;
  const t = await getTranslations('console.configuration.webhooks');
  const { list, pager } = await listPage({
    path: workspacePath(slug, '/configuration/webhooks'),
    params: await searchParams,
    find: (query) => listEndpoints(ctx, query),
  });
  const reach = addressReach();
  const ids = list.map(({ id }) => id);
  const [failures, recent] = await Promise.all([failingEndpoints(ctx, ids), recentAttempts(ctx, ids)]);
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader
        docs="webhooks"
        title={t('title')}
        lead={t('lead')}
        actions={
          <Permitted to="webhooks:write">
            <NewEndpointButton workspace={slug} reach={reach} />
          </Permitted>
        }
      />
      {reach === 'loopback' && <p className="hint">{t('loopback')}</p>}
      <WebhookTabs workspace={slug} current="endpoints" />
      <EndpointTable workspace={slug} endpoints={list} failures={failures} recent={recent} reach={reach}>
        {pager}
      </EndpointTable>
      <SecretSection workspace={slug} secrets={await listSecrets(ctx)} role={role} />
    </ClientTexts>
  );
}

interface EndpointTableProps {
  workspace: string;
  endpoints: EndpointRow[];
  failures: ReadonlyMap<string, EndpointFailure>;
  recent: ReadonlyMap<string, RecentAttempts>;
  reach: AddressReach;
  children: ReactNode;
}

async function EndpointTable({
  workspace,
  endpoints,
  failures,
  recent,
  reach,
  children,
}: EndpointTableProps) {
  const t = await getTranslations('console.configuration.webhooks');
  return (
    <section className="sheet" aria-label={t('tabs.endpoints')}>
      <DataTable
        className="rows-many endpoint-rows"
        rows={endpoints}
        empty={<EmptyNote icon="webhooks">{t('none')}</EmptyNote>}
        columns={[
          {
            head: t('url'),
            kind: 'title',
            className: 'endpoint-name',
            cell: ({ id, url, description }) => (
              <>
                <Link href={workspacePath(workspace, `/configuration/webhooks/${id}`)} prefetch={false}>
                  <strong>{hostOf(url)}</strong>
                </Link>
                <p className="hint" title={url}>
                  <bdi>{description || url}</bdi>
                </p>
              </>
            ),
          },
          {
            head: t('events'),
            className: 'endpoint-events',
            cell: ({ events }) => (
              <span title={events.join(', ')}>
                {events.includes(everyEvent) ? t('everyEvent') : t('eventCount', { count: events.length })}
              </span>
            ),
          },
          {
            head: t('state'),
            cell: (endpoint) => (
              <EndpointState
                of={endpoint}
                failure={failures.get(endpoint.id)}
                recent={recent.get(endpoint.id)}
              />
            ),
          },
          {
            head: t('actions'),
            kind: 'actions',
            cell: ({ id, url, description, events, disabledAt }) => {
              const failure = disabledAt ? undefined : failures.get(id);
              return (
                <div className="endpoint-acts">
                  {failure && (
                    <ResendMissed workspace={workspace} endpoint={{ id, url }} since={failure.missedSince} />
                  )}
                  <EndpointMenu
                    workspace={workspace}
                    endpoint={{ id, url, description, events }}
                    reach={reach}
                    isDisabled={disabledAt !== null}
                  />
                </div>
              );
            },
          },
        ]}
      />
      {children}
    </section>
  );
}
