import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton, ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { type EndpointFailure, failingEndpoints } from '#lib/reports/endpoint-health.ts';
import { type EndpointRow, listEndpoints } from '#lib/webhooks/endpoints.ts';
import { everyEvent } from '#lib/webhooks/events.ts';
import { endpointsWithOwnSecret, listSecrets } from '#lib/webhooks/secrets.ts';
import { addressReach } from './address-reach.ts';
import { AttemptOutcome } from './deliveries/delivery-status.tsx';
import { dropEndpoint, switchEndpoint } from './endpoint-actions.ts';
import { EditEndpointButton, NewEndpointButton } from './endpoint-dialog.tsx';
import { EventName, hostOf, WebhookTabs } from './names.tsx';
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
  const failures = await failingEndpoints(
    ctx,
    list.map(({ id }) => id),
  );
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
      <EndpointTable
        workspace={slug}
        endpoints={list}
        withOwnSecret={await endpointsWithOwnSecret(ctx)}
        failures={failures}
      >
        {pager}
      </EndpointTable>
      <SecretSection workspace={slug} secrets={await listSecrets(ctx)} role={role} />
    </ClientTexts>
  );
}

async function EndpointTable({
  workspace,
  endpoints,
  withOwnSecret,
  failures,
  children,
}: {
  workspace: string;
  endpoints: EndpointRow[];
  /** Ids of the endpoints with a secret of their own. Messages to others are signed with the workspace's secret. */
  withOwnSecret: ReadonlySet<string>;
  failures: ReadonlyMap<string, EndpointFailure>;
  children: ReactNode;
}) {
  const t = await getTranslations('console.configuration.webhooks');
  const page = (id: string) => workspacePath(workspace, `/configuration/webhooks/${id}`);
  const log = (id: string) => workspacePath(workspace, `/configuration/webhooks/deliveries?endpoint=${id}`);
  return (
    <section className="sheet" aria-label={t('tabs.endpoints')}>
      <DataTable
        className="rows-many"
        rows={endpoints}
        empty={<EmptyNote icon="webhooks">{t('none')}</EmptyNote>}
        columns={[
          {
            head: t('url'),
            kind: 'title',
            cell: ({ id, url, description }) => (
              <>
                <Link href={page(id)} prefetch={false}>
                  <strong>{hostOf(url)}</strong>
                </Link>
                <p className="hint">{url}</p>
                {description && (
                  <p>
                    <bdi>{description}</bdi>
                  </p>
                )}
                <p>
                  <Link href={log(id)}>{t('itsDeliveries')}</Link>
                </p>
              </>
            ),
          },
          { head: t('events'), cell: ({ events }) => <Events names={events} /> },
          {
            head: t('state'),
            cell: (endpoint) => (
              <>
                <EndpointState of={endpoint} failure={failures.get(endpoint.id)} />
                {withOwnSecret.has(endpoint.id) && <p className="hint">{t('ownSecret')}</p>}
              </>
            ),
          },
          {
            head: t('actions'),
            kind: 'actions',
            cell: (endpoint) => <EndpointButtons workspace={workspace} endpoint={endpoint} />,
          },
        ]}
      />
      {children}
    </section>
  );
}

async function Events({ names }: { names: EndpointRow['events'] }) {
  const t = await getTranslations('console.configuration.webhooks');
  if (names.includes(everyEvent)) return t('everyEvent');
  return (
    <ul className="event-list">
      {names.map((event) => (
        <li key={event}>
          <code>
            <EventName>{event}</EventName>
          </code>
        </li>
      ))}
    </ul>
  );
}

async function EndpointState({
  of: { disabledAt, disabledReason },
  failure,
}: {
  of: EndpointRow;
  failure: EndpointFailure | undefined;
}) {
  const t = await getTranslations('console.configuration.webhooks');
  if (!disabledAt && failure) return <Failing {...failure} />;
  if (!disabledAt) return <Chip tone="good">{t('enabled')}</Chip>;
  return (
    <>
      <Chip tone={disabledReason === 'gone' ? 'bad' : 'quiet'}>{t('disabled')}</Chip>
      <p className="hint">
        {t(`disabledReasons.${disabledReason ?? 'operator'}`)} <Moment at={disabledAt} />
      </p>
    </>
  );
}

/** Since when an endpoint fails, its failure rate, and the last attempt's result. */
async function Failing({ lastDeliveredAt, last, health: { attempts, successes } }: EndpointFailure) {
  const t = await getTranslations('console.configuration.webhooks.failing');
  const format = await getFormatter();
  const share = format.number(1 - successes / attempts, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <Chip tone="bad">{t('chip')}</Chip>
      <p className="hint">
        {lastDeliveredAt ? t.rich('since', { at: () => <Moment at={lastDeliveredAt} /> }) : t('never')}
      </p>
      <p className="hint">
        {attempts > 0 && `${t('share', { share, attempts })} `}
        {t.rich('last', { outcome: () => <AttemptOutcome of={last} /> })}
      </p>
    </>
  );
}

async function EndpointButtons({ workspace, endpoint }: { workspace: string; endpoint: EndpointRow }) {
  const t = await getTranslations('console.configuration.webhooks');
  const { id, url, description, events, disabledAt } = endpoint;
  return (
    <div className="act-group">
      <Permitted to="webhooks:write">
        <EditEndpointButton
          workspace={workspace}
          endpoint={{ id, url, description, events }}
          reach={addressReach()}
        />
      </Permitted>
      {disabledAt ? (
        <ActButton
          needs="webhooks:write"
          variant="subtle"
          size="compact-sm"
          label={t('enable')}
          fullLabel={t('enableLabel', { url })}
          action={switchEndpoint.bind(null, workspace, { id, disabled: false })}
          done={t('enabledDone')}
        />
      ) : (
        <ConfirmButton
          needs="webhooks:write"
          size="compact-sm"
          label={t('disable')}
          fullLabel={t('disableLabel', { url })}
          title={t('disableTitle')}
          action={switchEndpoint.bind(null, workspace, { id, disabled: true })}
          done={t('disabledDone')}
        >
          {t('disableText', { url })}
        </ConfirmButton>
      )}
      <ConfirmButton
        needs="webhooks:write"
        size="compact-sm"
        label={t('remove')}
        fullLabel={t('removeLabel', { url })}
        title={t('removeTitle')}
        action={dropEndpoint.bind(null, workspace, { id })}
        done={t('removed')}
      >
        {t('removeText', { url })}
      </ConfirmButton>
    </div>
  );
}
