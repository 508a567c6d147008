import { NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { FaultyFilters, filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { type ListedPage, listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { activityTexts } from '#console/w/[workspace]/_activity/activity-texts.ts';
import { entryNames } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { listMembers } from '#lib/accounts/members.ts';
import { loggedActions } from '#lib/audit-actions.ts';
import type { Context } from '#lib/context.ts';
import { fetchNotices } from '#lib/notices.ts';
import { type AuditLine, countAudit, listAudit } from '#lib/reports/audit-trail.ts';
import { SavedViews } from '../_views/saved-views.tsx';
import { type ActivityParams, queryText, readActivityParams } from './query.ts';
import { TroublesNote } from './troubles-note.tsx';

export const generateMetadata = titled('activity.title');

interface ActivityProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Activity({ params, searchParams }: ActivityProps) {
  const { ctx, user } = await requireMember((await params).workspace, 'activity:read');
  const read = readActivityParams(await searchParams);
  const { typed, query } = read;
  const t = await getTranslations('console.activity');
  const lists = await getTranslations('console.shell.lists');
  const path = workspacePath(ctx.workspace.slug, '/activity');
  const { list, pager, order, shown } = await listPage({
    path,
    filters: typed,
    faults: read.faults,
    params: await searchParams,
    find: (page) => listAudit(ctx, { ...query, ...page }),
    count: (most) => countAudit(ctx, query, most),
    file: `${path}/export`,
  });
  const notices = await fetchNotices(ctx);
  const isTroubles = typed.action === 'trouble';
  const isFiltered = Object.values(typed).some(Boolean);
  return (
    <>
      <PageHeader
        title={isTroubles ? t('troubles.title') : t('title')}
        lead={isTroubles ? t('troubles.lead') : t('lead')}
        actions={
          <a href={`${path}/json-lines?${queryText(read)}`} download data-export>
            {t('list.jsonLines')}
          </a>
        }
      />
      {isTroubles && (
        <ClientTexts areas={['activity']}>
          <TroublesNote
            workspace={ctx.workspace.slug}
            email={user.email}
            digest={notices.digestLocale !== null}
            hasUnseen={notices.unseen > 0}
          />
        </ClientTexts>
      )}
      <div className="sheet">
        <SavedViews ctx={ctx} list="activity" path={path} shown={shown} />
        <ActivityFilters ctx={ctx} path={path} read={read} />
        {list.length > 0 ? (
          <ActivityTable workspace={ctx.workspace.slug} lines={list} order={order} />
        ) : areFaulty(read) ? (
          <FaultyFilters path={path} />
        ) : isTroubles && !typed.about && !typed.actor && !typed.period ? (
          <EmptyNote icon="check" title={t('troubles.none')}>
            {t('troubles.noneText')}
          </EmptyNote>
        ) : (
          <EmptyNote
            icon="activity"
            title={isFiltered ? t('list.noneMatch') : t('list.none')}
            action={isFiltered && <Link href={path}>{lists('clear')}</Link>}
          >
            {isFiltered ? t('list.noneMatchText') : t('list.noneText')}
          </EmptyNote>
        )}
        {pager}
      </div>
    </>
  );
}

interface ActivityFiltersProps {
  ctx: Context;
  path: string;
  read: ActivityParams;
}

/** A GET form: the filters are part of the address. */
async function ActivityFilters({ ctx, path, read }: ActivityFiltersProps) {
  const t = await getTranslations('console.activity');
  const { text, choice } = await filterFields(read);
  const any = { value: '', label: t('filters.any') };
  return (
    <FilterForm path={path} typed={read.typed}>
      <TextInput
        {...text('about')}
        label={t('filters.about')}
        placeholder={t('filters.aboutHint')}
        className="filter-search"
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        {...choice('action', [
          any,
          { value: 'trouble', label: t('filters.trouble') },
          ...(await actionChoices()),
        ])}
        label={t('filters.action')}
        w="min(12rem, 100%)"
      />
      <NativeSelect
        {...choice('actor', [any, ...(await actorChoices(ctx, read.values.actor))])}
        label={t('filters.actor')}
      />
      <DayRangeFields read={read} />
    </FilterForm>
  );
}

async function actionChoices() {
  const t = await getTranslations('console.activity');
  const kindOf = (action: string) => action.split('.')[0] ?? '';
  const kinds = [...new Set(loggedActions.map(kindOf))];
  return kinds.map((kind) => ({
    group: t(`groups.${kind}` as 'groups.link'),
    items: loggedActions
      .filter((action) => kindOf(action) === kind)
      .map((value) => ({ value: value as string, label: t(`acts.${value}`) })),
  }));
}

async function actorChoices(ctx: Context, chosen: string | undefined) {
  const t = await getTranslations('console.activity');
  const people = (await listMembers(ctx)).map(({ userId, name }) => ({ value: userId, label: name }));
  const keys = (await listApiKeys(ctx)).map(({ id, name }) => ({ value: id, label: name }));
  const others = (['registrant', 'engine', 'operator'] as const).map((kind) => ({
    value: kind as string,
    label: t(`kinds.${kind}`),
  }));
  const isListed = [...people, ...keys, ...others].some(({ value }) => value === chosen);
  // Links in older lines may filter by a member who has been removed since.
  const removed = chosen && !isListed ? [{ value: chosen, label: t('kinds.user') }] : [];
  return [
    { group: t('filters.people'), items: [...people, ...removed] },
    { group: t('filters.keys'), items: keys },
    { group: t('filters.others'), items: others },
  ].filter(({ items }) => items.length > 0);
}

interface FoldedLine extends AuditLine {
  /** Earlier lines that say the same, and this one. */
  times: AuditLine[];
}

/** Folds neighbouring lines on the same action by the same actor on the same thing into the first of them. */
function folded(lines: readonly AuditLine[]): FoldedLine[] {
  const list: FoldedLine[] = [];
  for (const line of lines) {
    const last = list.at(-1);
    if (last && sameOf(last) === sameOf(line)) last.times.push(line);
    else list.push({ ...line, times: [line] });
  }
  return list;
}

const sameOf = ({ actor, action, subject, isSolved }: AuditLine): string =>
  JSON.stringify([actor.kind, actor.id, action, subject.kind, subject.id, isSolved]);

interface ActivityTableProps {
  workspace: string;
  lines: AuditLine[];
  order: ListedPage<AuditLine>['order'];
}

async function ActivityTable({ workspace, lines, order }: ActivityTableProps) {
  const t = await getTranslations('console.activity');
  const texts = await activityTexts();
  const nameOfEntry = await entryNames();
  const hrefOf = ({ subject: { kind, id, entry } }: AuditLine): string | undefined => {
    if (kind === 'job') return workspacePath(workspace, `/jobs/${id}`);
    if (kind === 'batch') return workspacePath(workspace, `/batches/${id}`);
    if (kind === 'webhook-delivery') {
      return workspacePath(workspace, `/configuration/webhooks/deliveries/${id}`);
    }
    if (kind === 'workflow') return workspacePath(workspace, `/configuration/workflows/${id}`);
    return entry && workspacePath(workspace, `/entries/${entry.id}`);
  };
  const nameOf = ({ subject: { kind, name, entry } }: AuditLine): string =>
    (entry ? nameOfEntry(entry) : name) ?? t(`subjects.${kind}`);
  return (
    <DataTable
      className="activity-rows"
      rows={folded(lines)}
      columns={[
        {
          head: t('list.when'),
          order,
          cell: ({ createdAt, times }) => (
            <>
              <ListMoment at={createdAt} />
              {times.length > 1 && (
                <details className="fold">
                  <summary>{t('list.times', { count: times.length })}</summary>
                  <ul className="plain-list">
                    {times.map((line) => (
                      <li key={line.id}>
                        <ListMoment at={line.createdAt} />
                        {texts.changes(line).map((change) => (
                          <p key={change} className="hint">
                            <bdi>{change}</bdi>
                          </p>
                        ))}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </>
          ),
        },
        {
          head: t('list.what'),
          kind: 'title',
          className: 'did',
          whole: (line) => [texts.sentence(line), ...texts.changes(line)].join(' '),
          cell: (line) => (
            <>
              {line.isSolved && <Chip tone="good">{t('troubles.solved')}</Chip>} {texts.sentence(line)}{' '}
              {line.times.length === 1 && <bdi className="hint">{texts.changes(line).join(' · ')}</bdi>}
            </>
          ),
        },
        {
          head: t('list.about'),
          className: 'about',
          whole: nameOf,
          cell: (line) => {
            const href = hrefOf(line);
            const name = <bdi>{nameOf(line)}</bdi>;
            return href ? <Link href={href}>{name}</Link> : name;
          },
        },
        {
          head: t('list.who'),
          className: 'who',
          whole: (line) => texts.actor(line),
          cell: (line) => <bdi>{texts.actor(line)}</bdi>,
        },
        {
          head: t('list.from'),
          cell: ({ address, requestId }) =>
            address && (
              <>
                <bdi>{address}</bdi>{' '}
                {requestId && (
                  <CopyId value={requestId} label={t('list.request', { id: requestId.slice(0, 8) })}>
                    <span title={requestId}>{requestId.slice(0, 8)}…</span>
                  </CopyId>
                )}
              </>
            ),
        },
      ]}
    />
  );
}
