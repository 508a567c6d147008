import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { requireMember } from '#console/_session.ts';
import { type At, workspacePath } from '#console/_shell/navigation.ts';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, SectionTabs, titled } from '#console/_ui/page-header.tsx';
import { PortalSteps } from '#console/w/[workspace]/_portal/portal-steps.tsx';
import { portalWord as w } from '#console/w/[workspace]/_portal/portal-word.tsx';
import type { Environment } from '#lib/authority-environment.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { catalogues } from '#lib/i18n.ts';
import {
  type DelegationList,
  type ListedDelegation,
  listDelegations,
} from '#lib/registrations/delegation-list.ts';
import { delegateReadiness } from '#lib/registrations/delegation-readiness.ts';
import { LastAnswer } from './last-answer.tsx';
import { VerifyAllButton, VerifyButton } from './verify-button.tsx';

export const generateMetadata = titled('delegations.title');

interface DelegationsProps {
  params: Promise<{ workspace: string }>;
  /** `list`: `lost` for formerly granted delegations. */
  searchParams: Promise<SearchParams>;
}

/** The authority is also asked in the background, so the page refreshes to show new answers. */
const refreshSeconds = 30;

/**
 * Suppliers whose delegation the account holder has yet to accept in the portal, with instructions and the
 * authority's answer.
 */
export default async function Delegations({ params, searchParams }: DelegationsProps) {
  const { ctx } = await requireMember((await params).workspace, 'registrations:read');
  const t = await getTranslations('console.delegations');
  const { slug, environment } = ctx.workspace;
  const at = (path: string) => workspacePath(slug, path);
  const list: DelegationList = paramOf(await searchParams, 'list') === 'lost' ? 'lost' : 'waiting';
  const { list: delegations, pager } = await listPage({
    path: at('/delegations'),
    filters: list === 'lost' ? { list } : {},
    params: await searchParams,
    find: (query) => listDelegations(ctx, { list, ...query }),
  });
  const delegate = await delegateReadiness(ctx);
  const isWaiting = list === 'waiting' && delegations.length > 0;
  const [first] = delegations;
  return (
    <ClientTexts areas={['delegations']}>
      {isWaiting && <LiveRefresh everySeconds={refreshSeconds} />}
      <PageHeader
        docs="delegation"
        title={t('title')}
        lead={isWaiting && environment === 'live' ? `${t('lead')} ${t('byHand')}` : t('lead')}
        actions={
          isWaiting && (
            <Permitted to="registrations:write">
              <VerifyAllButton workspace={slug} />
            </Permitted>
          )
        }
      />
      <AuthorityLine environment={environment} when="not-answering" />
      <SectionTabs
        label={t('lists.label')}
        tabs={(['waiting', 'lost'] as const).map((each) => ({
          href: at(each === 'lost' ? '/delegations?list=lost' : '/delegations'),
          text: t(`lists.${each}`),
          isCurrent: each === list,
        }))}
      />
      {isWaiting && (
        <Acts
          environment={environment}
          delegate={{
            name: delegate?.name ?? formatCuit(first?.delegate.cuit ?? ''),
            alias: delegate?.certificate?.alias ?? first?.delegate.alias,
          }}
        />
      )}
      <div className="sheet">
        <DelegationTable
          workspace={slug}
          at={at}
          list={list}
          delegations={delegations}
          delegateEntryId={delegate?.entryId}
          empty={
            delegate ? (
              <EmptyNote
                icon="delegations"
                title={t(list === 'lost' ? 'noneLost.title' : 'noneWaiting.title')}
              >
                {t(list === 'lost' ? 'noneLost.text' : 'noneWaiting.text', { delegate: delegate.name })}
              </EmptyNote>
            ) : (
              <EmptyNote
                icon="delegations"
                title={t('nobody.title')}
                action={
                  <LinkButton href={at('/configuration/apps/gov-ar#delegate')}>
                    {t('nobody.action')}
                  </LinkButton>
                }
              >
                {t('nobody.text')}
              </EmptyNote>
            )
          }
        />
        {pager}
      </div>
    </ClientTexts>
  );
}

interface ActsProps {
  environment: Environment;
  delegate: { name: string; alias: string | undefined };
}

/** Steps in the portal for each supplier (docs/authority.md#delegation). */
async function Acts({ environment, delegate: { name, alias } }: ActsProps) {
  const t = await getTranslations('console.delegations.acts');
  const { portal } = catalogues[await getLocale()];
  const words = {
    ...portal,
    w,
    alias: () => (alias ? <CopyId value={alias} label={t('alias')} /> : <span>{t('alias')}</span>),
  };
  const step = (key: Parameters<typeof t.rich>[0]): [string, ReactNode] => [key, t.rich(key, words)];
  return (
    <section className="sheet sheet-text" aria-labelledby="acts">
      <h2 id="acts">{t('title')}</h2>
      {environment === 'sandbox' ? (
        <>
          <p>{t.rich('sandbox.who', words)}</p>
          <PortalSteps steps={[step('sandbox.open'), step('sandbox.fill'), step('sandbox.service')]} />
        </>
      ) : (
        <>
          <p>{t.rich('who', { delegate: name, b: (chunks) => <b>{chunks}</b> })}</p>
          <div className="portal-acts">
            <div className="portal-act">
              <h3>1. {t('accept.title')}</h3>
              <PortalSteps steps={[step('accept.open'), step('accept.press')]} />
            </div>
            <div className="portal-act">
              <h3>2. {t('relate.title')}</h3>
              <PortalSteps
                steps={[
                  step('relate.represented'),
                  step('relate.service'),
                  step('relate.computer'),
                  step('relate.confirm'),
                ]}
              />
            </div>
          </div>
        </>
      )}
      <p className="hint">{t('then')}</p>
    </section>
  );
}

interface DelegationTableProps {
  workspace: string;
  at: At;
  list: DelegationList;
  delegations: ListedDelegation[];
  empty: ReactNode;
  /** Entry of the current delegate. */
  delegateEntryId: string | undefined;
}

/** A line per supplier, with the data to type in the portal. */
async function DelegationTable({
  workspace,
  at,
  list,
  delegations,
  empty,
  delegateEntryId,
}: DelegationTableProps) {
  const t = await getTranslations('console.delegations');
  return (
    <DataTable
      className="rows-many delegations"
      rows={delegations}
      empty={empty}
      columns={[
        {
          head: t('table.supplier'),
          kind: 'title',
          cell: ({ id, supplier }) => (
            <>
              <Link href={at(`/entries/${id}`)} prefetch={false}>
                <strong>
                  <bdi>{supplier.name || id}</bdi>
                </strong>
              </Link>
              {list === 'lost' && <p className="hint">{t('again')}</p>}
            </>
          ),
        },
        {
          head: t('table.grantor'),
          cell: ({ supplier: { cuit } }) => (
            <CopyId value={cuit} label={t('table.grantor')}>
              {formatCuit(cuit)}
            </CopyId>
          ),
        },
        {
          head: t('table.delegateCuit'),
          cell: ({ delegate: { entryId, cuit } }) => (
            <>
              <CopyId value={cuit} label={t('table.delegateCuit')}>
                {formatCuit(cuit)}
              </CopyId>
              {entryId !== delegateEntryId && <p className="hint">{t('table.former')}</p>}
            </>
          ),
        },
        {
          head: t(list === 'lost' ? 'table.lost' : 'table.claimed'),
          cell: ({ createdAt }) => <Moment at={createdAt} />,
        },
        { head: t('table.answer'), className: 'last-answer', cell: (row) => <LastAnswer {...row} /> },
        {
          head: t('table.actions'),
          kind: 'actions',
          cell: ({ id, supplier }) => (
            <Permitted to="registrations:write">
              <VerifyButton workspace={workspace} id={id} name={supplier.name} />
            </Permitted>
          ),
        },
      ]}
    />
  );
}
