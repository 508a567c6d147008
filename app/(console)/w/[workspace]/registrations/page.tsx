import { NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { type At, workspacePath } from '#console/_shell/navigation.ts';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { FaultyFilters, filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { type ListedPage, listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { Day, ListMoment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { supportCodes } from '#lib/certificates/rejection.ts';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { openStages } from '#lib/registrations/state.ts';
import {
  countOpenRegistrations,
  countRejections,
  listOpenRegistrations,
  type OpenRegistration,
} from '#lib/reports/open-registrations.ts';
import { SavedViews } from '../_views/saved-views.tsx';
import { ChoosableList } from '../batches/choosable-list.tsx';
import {
  countedInFunnel,
  idleDays,
  type ReadRegistrationParams,
  readRegistrationParams,
  ways,
} from './query.ts';

export const generateMetadata = titled('overview.registrations.title');

interface RegistrationsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

/** Open registrations, with their stage and obstacle. The overview's numbers link here. */
export default async function Registrations({ params, searchParams }: RegistrationsProps) {
  const { ctx } = await requireMember((await params).workspace, 'registrations:read');
  const read = readRegistrationParams(await searchParams);
  const at = (path: string) => workspacePath(ctx.workspace.slug, path);
  const path = at('/registrations');
  const t = await getTranslations('console.overview.registrations');
  const { list, pager, order, shown, matching } = await listPage({
    path,
    filters: read.typed,
    faults: read.faults,
    params: await searchParams,
    find: (query) => listOpenRegistrations(ctx, { ...read.query, ...query }),
    count: (most) => countOpenRegistrations(ctx, read.query, most),
    file: `${path}/export`,
  });
  return (
    <ClientTexts areas={['batches']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AuthorityLine environment={ctx.workspace.environment} when="not-answering" />
      <div className="sheet">
        <SavedViews ctx={ctx} list="registrations" path={path} shown={shown} />
        <RegistrationFilters ctx={ctx} list={path} read={read} />
        <ChoosableList
          workspace={ctx.workspace.slug}
          list="registrations"
          acts={['mail-link', 'remind', 'extend-link', 'archive']}
          matching={matching}
          ids={list.map(({ entryId }) => entryId)}
        >
          {areFaulty(read) ? (
            <FaultyFilters path={path} />
          ) : (
            <RegistrationTable registrations={list} order={order} at={at} />
          )}
        </ChoosableList>
        {pager}
      </div>
    </ClientTexts>
  );
}

interface RegistrationFiltersProps {
  ctx: Context;
  list: string;
  read: ReadRegistrationParams;
}

/** A GET form: the filters are part of the address. */
async function RegistrationFilters({ ctx, list, read }: RegistrationFiltersProps) {
  const t = await getTranslations('console.overview');
  const { text, choice } = await filterFields(read);
  const any = { value: '', label: t('registrations.any') };
  return (
    <FilterForm path={list} typed={read.typed}>
      <TextInput
        {...text('q')}
        type="search"
        label={t('registrations.search')}
        placeholder={t('registrations.searchHint')}
        maxLength={200}
        className="filter-search"
      />
      <NativeSelect
        {...choice('stage', [
          any,
          ...openStages.map((value) => ({ value, label: t(`registrations.stages.${value}`) })),
        ])}
        label={t('registrations.stage')}
      />
      <NativeSelect
        {...choice('reason', [any, ...(await reasonChoices(ctx, read))])}
        label={t('registrations.reason')}
        className="filter-wide"
      />
      <NativeSelect
        {...choice('way', [
          any,
          ...ways.map((value) => ({ value, label: t(`registrations.ways.${value}`) })),
        ])}
        label={t('registrations.way')}
      />
      <NativeSelect
        {...choice('idle', [
          any,
          ...idleDays.map((value) => ({ value, label: t('registrations.days', { count: Number(value) }) })),
        ])}
        label={t('registrations.idle')}
      />
      <NativeSelect
        {...choice('funnel', [
          any,
          ...countedInFunnel.map((value) => ({ value, label: t(`funnel.stages.${value}`) })),
        ])}
        label={t('registrations.funnel')}
        w="min(9.75rem, 100%)"
      />
    </FilterForm>
  );
}

/** Reasons of the last rejections, with their counts; the chosen one also if none has it. */
async function reasonChoices(ctx: Context, { query, values, faults }: ReadRegistrationParams) {
  const t = await getTranslations('console.overview');
  const locale = await getLocale();
  const { reason: _reason, ...others } = query;
  const counted = Object.keys(faults).length > 0 ? [] : await countRejections(ctx, others);
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  const asked = values.reason;
  const unlisted =
    asked && asked !== 'any' && !counted.some(({ reason }) => reason === asked)
      ? [{ reason: asked, count: 0 }]
      : [];
  return [
    { value: 'any', label: `${t('registrations.anyReason')} (${all.toLocaleString(locale)})` },
    ...[...counted, ...unlisted].map(({ reason, count }) => ({
      value: reason as string,
      label: `${supportCodes[reason]} · ${t(`reasons.${reason}`)} (${count.toLocaleString(locale)})`,
    })),
  ];
}

interface RegistrationTableProps {
  registrations: OpenRegistration[];
  order: ListedPage<OpenRegistration>['order'];
  at: At;
}

async function RegistrationTable({ registrations, order, at }: RegistrationTableProps) {
  const t = await getTranslations('console.overview');
  const someRefused = registrations.some(({ reason }) => reason);
  return (
    <DataTable
      className="rows-many linked-rows registration-rows"
      rows={registrations}
      choice={({ entryId, supplier }) => ({ id: entryId, name: supplier?.name ?? entryId })}
      empty={<EmptyNote icon="registrations">{t('registrations.none')}</EmptyNote>}
      columns={[
        {
          head: t('registrations.supplier'),
          kind: 'title',
          className: 'registered',
          whole: ({ supplier }) => (supplier ? `${supplier.name} ${formatCuit(supplier.cuit)}` : ''),
          cell: ({ entryId, supplier }) => (
            <>
              <Link href={at(`/entries/${entryId}`)} prefetch={false} className="row-link">
                <bdi>{supplier?.name ?? entryId}</bdi>
              </Link>{' '}
              {supplier && <span className="hint nowrap in-whole">{formatCuit(supplier.cuit)}</span>}
            </>
          ),
        },
        {
          head: t('registrations.stage'),
          cell: ({ stage, way, helper }) => (
            <>
              {t(`registrations.stages.${stage}`)}
              {way === 'delegation' && <Chip tone="quiet">{t('registrations.ways.delegation')}</Chip>}
              {helper && <p className="hint">{t('registrations.helper', { name: helper })}</p>}
            </>
          ),
        },
        ...(someRefused
          ? [
              {
                head: t('registrations.reason'),
                className: 'why',
                cell: ({ reason }: OpenRegistration) =>
                  reason && (
                    <>
                      <code className="hint">{supportCodes[reason]}</code> {t(`reasons.${reason}`)}
                    </>
                  ),
              },
            ]
          : []),
        {
          head: t('registrations.activity'),
          order,
          cell: ({ progressedAt }) => <ListMoment at={progressedAt} />,
        },
        {
          head: t('registrations.reminded'),
          className: 'where-wide',
          cell: ({ remindedAt }) => remindedAt && <ListMoment at={remindedAt} />,
        },
        { head: t('registrations.link'), cell: ({ link }) => <LinkEnd link={link} /> },
      ]}
    />
  );
}

async function LinkEnd({ link }: Pick<OpenRegistration, 'link'>) {
  const t = await getTranslations('console.overview.registrations');
  if (!link) return null;
  if (link.revokedAt) return <Chip tone="bad">{t('revoked')}</Chip>;
  if (link.expiresAt < new Date()) return <Chip tone="wait">{t('expired')}</Chip>;
  return <Day at={link.expiresAt} />;
}
