import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { SectionTabs } from '#console/_ui/section-tabs.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import { type DelegationList, listDelegations } from '#lib/registrations/delegation/list.ts';
import { delegateReadiness } from '#lib/registrations/delegation/readiness.ts';
import { Acts } from './acts.tsx';
import { DelegationTable } from './delegation-table.tsx';
import './delegations.css';
import { VerifyAllButton } from './verify-all-button.tsx';

export const generateMetadata = titled('delegations.title');

interface DelegationsProps {
  params: Promise<{ workspace: string }>;
  /** `list`: `lost` for those that were granted once. */
  searchParams: Promise<SearchParams>;
}

/** The authority is asked unasked, too: what it says appears. */
const refreshSeconds = 30;

/** Who waits for the account holder's part in the portal, what that is, and whether the authority knows of it. */
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
        lead={t('lead')}
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
