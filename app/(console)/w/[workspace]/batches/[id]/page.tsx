import '../batches.css';
import { Button } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Opened } from '#console/_shell/recently-opened.tsx';
import { ActButton, ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { BackLink, PageHeader, SectionTabs } from '#console/_ui/page-header.tsx';
import { entryNames } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { type Batch, fetchBatch } from '#lib/batches/batches.ts';
import { operations } from '#lib/batches/operations.ts';
import { type BatchRow, batchRowStatuses, listBatchRows } from '#lib/batches/rows.ts';
import { keptReasons, previewUndo } from '#lib/batches/undo.ts';
import type { UploadKind } from '#lib/batches/upload.ts';
import type { Context } from '#lib/context.ts';
import { entriesOfRows, nextStepsOf } from '#lib/reports/batch-entries.ts';
import { stagesOfSuppliers } from '#lib/reports/open-registrations.ts';
import { isPermitted } from '#lib/roles.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';
import { resume, stop, undo } from '../actions.ts';
import { standingOf } from '../batch-standing.ts';
import { NextSteps } from './next-steps.tsx';
import { rowFaultTexts } from './row-faults.ts';

interface BatchProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<SearchParams>;
}

const titleOf = (t: BatchTexts, { operation, upload, total: count }: Batch) =>
  upload ? t(`uploaded.${upload.kind}`, { count }) : t(`names.${operation}`, { count });
type BatchTexts = Awaited<ReturnType<typeof getTranslations<'console.batches'>>>;

async function requireBatch(workspace: string, id: string) {
  const { ctx } = await requireMember(workspace);
  const batch = await foundBy(id, (found) => fetchBatch(ctx, found));
  const t = await getTranslations('console.batches');
  return { ctx, batch, t, title: titleOf(t, batch) };
}

export async function generateMetadata({ params }: BatchProps) {
  const { workspace, id } = await params;
  return { title: (await requireBatch(workspace, id)).title };
}

export default async function BatchPage({ params, searchParams }: BatchProps) {
  const { workspace, id } = await params;
  const { ctx, batch, t, title } = await requireBatch(workspace, id);
  const given = await searchParams;
  const status = batchRowStatuses.find((each) => each === paramOf(given, 'status'));
  const list = workspacePath(workspace, '/batches');
  const path = `${list}/${batch.id}`;
  const rows = await listPage({
    path,
    filters: { status },
    params: given,
    limit: 50,
    find: ({ limit, cursor }) => listBatchRows(ctx, batch.id, { limit, cursor, status }),
    count: async () => rowsWith(status, batch),
  });
  const isRunning = !batch.completedAt && !batch.stoppedAt;
  return (
    <>
      <Opened path={`/batches/${batch.id}`} title={title} detail="" icon="batches" />
      <Permitted to="batches:read">
        <BackLink href={list}>{t('title')}</BackLink>
      </Permitted>
      <PageHeader
        title={title}
        lead={t.rich('page.started', { at: () => <Moment at={batch.createdAt} /> })}
        actions={<BatchButtons workspace={workspace} batch={batch} file={`${path}/result`} />}
      />
      <BatchProgress workspace={workspace} batch={batch} />
      {batch.upload && !isRunning && isPermitted(ctx, 'entries:write') && (
        <AfterUpload ctx={ctx} batch={batch} kind={batch.upload.kind} />
      )}
      <SectionTabs
        label={t('page.rows')}
        tabs={(['all', ...batchRowStatuses] as const).map((name) => ({
          href: name === 'all' ? path : `${path}?status=${name}`,
          text: t(`rows.${name}`),
          isCurrent: name === (status ?? 'all'),
        }))}
      />
      <div className="sheet">
        <RowTable ctx={ctx} batch={batch} rows={rows.list} status={status} />
        {rows.pager}
      </div>
      {isRunning && <LiveRefresh everySeconds={2} />}
    </>
  );
}

interface BatchButtonsProps {
  workspace: string;
  batch: Batch;
  file: string;
}

/** The batch's buttons. Stopping needs no confirmation, because the batch can be resumed. */
async function BatchButtons({ workspace, batch, file }: BatchButtonsProps) {
  const t = await getTranslations('console.batches.page');
  const { needs } = operations[batch.operation];
  const { id, completedAt, stoppedAt, undoneAt } = batch;
  return (
    <>
      {!completedAt &&
        !undoneAt &&
        (stoppedAt ? (
          <ActButton needs={needs} label={t('resume')} action={resume.bind(null, workspace, { id })} />
        ) : (
          <ActButton
            needs={needs}
            label={t('stop')}
            action={stop.bind(null, workspace, { id })}
            variant="light"
            color="red"
          />
        ))}
      <Button component="a" href={file} download data-export variant="default">
        {t('result')}
      </Button>
    </>
  );
}

/** Pages that show the results of the sent messages. */
const outcomes: Record<'mail-link' | 'redeliver' | 'remind', string> = {
  'mail-link': '/activity?action=trouble',
  redeliver: '/configuration/webhooks/deliveries',
  remind: '/activity?action=trouble',
};

/**
 * Progress of a batch. Screen readers announce only changes of the status, because the counts change
 * constantly.
 */
async function BatchProgress({ workspace, batch }: { workspace: string; batch: Batch }) {
  const t = await getTranslations('console.batches');
  const { operation, upload, undoneAt, total, done, failed } = batch;
  const { name, tone } = standingOf(batch);
  return (
    <section className="batch-progress" aria-label={t('page.progress')}>
      <p role="status">
        <Chip kind="status" tone={tone}>
          {t(`standings.${name}`)}
        </Chip>{' '}
        {t(`page.${name}`, { failed })}
      </p>
      <progress max={total} value={done + failed} aria-label={t('page.progress')} />
      <p className="hint">{t('page.counts', { done, failed, left: total - done - failed })}</p>
      {done > 0 && operation === 'run-workflow' && <p className="hint">{t('page.begun')}</p>}
      {done > 0 && upload && !undoneAt && <p className="hint">{t(`page.created.${upload.kind}`)}</p>}
      {done > 0 && (operation === 'redeliver' || operation === 'remind' || operation === 'mail-link') && (
        <p className="hint">
          {t.rich(`page.outcome.${operation}`, {
            link: (chunks) => <Link href={workspacePath(workspace, outcomes[operation])}>{chunks}</Link>,
          })}
        </p>
      )}
    </section>
  );
}

/** The next step with the entries of a file, and the way back while they are unused. */
async function AfterUpload({ ctx, batch, kind }: { ctx: Context; batch: Batch; kind: UploadKind }) {
  const t = await getTranslations('console.batches');
  const { slug } = ctx.workspace;
  const [{ startable, mailable }, { undoable, kept }] = await Promise.all([
    nextStepsOf(ctx, batch.id),
    previewUndo(ctx, batch.id),
  ]);
  const counts = { startable: startable.length, mailable: mailable.length };
  const reasons = keptReasons.flatMap((reason) => {
    const count = kept[reason];
    return count ? [t(`undo.kept.${reason}`, { count })] : [];
  });
  const hasNext = counts.startable + counts.mailable > 0;
  if (!hasNext && undoable === 0 && !batch.undoneAt) return null;
  return (
    <section className="sheet sheet-text batch-next" aria-label={t('next.title')}>
      {batch.undoneAt && (
        <p className="hint">
          {t.rich('undo.undone', { at: () => <Moment at={batch.undoneAt ?? new Date()} /> })}
        </p>
      )}
      {hasNext && (
        <>
          <h2>{t('next.title')}</h2>
          <ClientTexts areas={['batches']}>
            <NextSteps workspace={slug} batchId={batch.id} list={kind} counts={counts} />
          </ClientTexts>
        </>
      )}
      {undoable > 0 && (
        <div className="batch-undo">
          <p className="hint">{t(`undo.hint.${kind}`, { count: undoable })}</p>
          <ConfirmButton
            needs="entries:write"
            variant="default"
            label={t('undo.label')}
            title={t(`undo.asked.${kind}`, { count: undoable })}
            action={undo.bind(null, slug, { id: batch.id })}
            done={t('undo.done')}
          >
            <p>{t(`undo.explained.${kind}`)}</p>
            {reasons.length > 0 && (
              <>
                <p>{t('undo.stay')}</p>
                <ul>
                  {reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              </>
            )}
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}

function rowsWith(status: BatchRow['status'] | undefined, { total, done, failed }: Batch): number {
  if (status === undefined) return total;
  return { done, failed, waiting: total - done - failed }[status];
}

const tones: Record<BatchRow['status'], Tone> = { waiting: 'quiet', done: 'good', failed: 'bad' };

/** Results that are not known to be good or bad. */
const quietNames: ReadonlySet<string> = new Set(['archived', 'begun', 'mailed', 'queued', 'retried']);

interface RowTableProps {
  ctx: Context;
  batch: Batch;
  rows: BatchRow[];
  status: BatchRow['status'] | undefined;
}

/** Rows with the name of their object and their result. */
async function RowTable({ ctx, batch, rows, status }: RowTableProps) {
  const t = await getTranslations('console.batches');
  const { operation } = batch;
  const entries = await entriesOfRows(ctx, operation, rows);
  const nameOfEntry = await entryNames();
  const faultText = await rowFaultTexts();
  const nameOf = (row: BatchRow): string => {
    const entry = entries.get(row.index);
    if (entry) return nameOfEntry(entry);
    return operation === 'redeliver' ? t('rows.message', { id: row.key.slice(-8) }) : row.key;
  };
  /** Rows that only queue a message or start a job are shown as such; what came of it is shown elsewhere. */
  const nameOfStatus = ({ status, index, endedAt }: BatchRow) => {
    if (status !== 'done') return status;
    if (operation === 'redeliver') return 'queued';
    if (operation === 'remind' || operation === 'mail-link') return 'mailed';
    if (operation === 'retry') return 'retried';
    if (operation === 'run-workflow' || operation === 'run-again') return 'begun';
    if (operation !== 'create-entry') return 'done';
    const entry = entries.get(index);
    if (batch.undoneAt && entry?.archivedAt) return 'archived';
    return entry && entry.createdAt.getTime() !== endedAt?.getTime() ? 'existed' : 'created';
  };
  // A workflow may still run after its row is done.
  const isStateShown = ['create-entry', 'retry', 'run-again', 'run-workflow'].includes(operation);
  const isMoving = isStateShown && [...entries.values()].some(({ state }) => state === 'processing');
  const withoutPoint = await withoutPointOfSaleAmong(ctx, isStateShown ? [...entries.values()] : []);
  const stages = await stagesOfSuppliers(ctx, isStateShown ? [...entries.values()] : []);
  const isKept = batch.total === 0 || status !== undefined;
  return (
    <>
      <DataTable
        rows={rows.map((row) => ({ ...row, id: `${row.index}` }))}
        empty={<EmptyNote icon="batches">{t(isKept ? 'rows.noneOf' : 'rows.removed')}</EmptyNote>}
        columns={[
          { head: t('rows.number'), className: 'nowrap', cell: ({ index }) => index + 1 },
          {
            head: t('rows.about'),
            kind: 'title',
            cell: (row) => {
              const path = pathOf(operation, row);
              const name = <bdi>{nameOf(row)}</bdi>;
              return path ? (
                <Link href={workspacePath(ctx.workspace.slug, path)} prefetch={false}>
                  {name}
                </Link>
              ) : (
                name
              );
            },
          },
          {
            head: t('rows.status'),
            cell: (row) => {
              const name = nameOfStatus(row);
              return (
                <Chip tone={quietNames.has(name) ? 'quiet' : tones[row.status]}>{t(`rows.one.${name}`)}</Chip>
              );
            },
          },
          ...(isStateShown
            ? [
                {
                  head: t('rows.state'),
                  cell: ({ index }: BatchRow) => {
                    const entry = entries.get(index);
                    return (
                      entry &&
                      !(batch.undoneAt && entry.archivedAt) && (
                        <StateChip
                          state={entry.state}
                          stage={stages.get(entry.id)}
                          lacksPointOfSale={withoutPoint.has(entry.id)}
                        />
                      )
                    );
                  },
                },
              ]
            : []),
          {
            head: t('rows.why'),
            cell: ({ faults, key, index }) =>
              faults.length > 0 && (
                <ul className="row-faults">
                  {faults.map((fault) => (
                    <li key={`${fault.code} ${fault.paths?.join()}`}>
                      {faultText(fault, key)}
                      {fault.code === 'no-address' && entries.get(index)?.folder === 'suppliers' && (
                        <>
                          {' '}
                          <Link
                            href={workspacePath(
                              ctx.workspace.slug,
                              `/entries/${entries.get(index)?.id}/edit`,
                            )}
                            prefetch={false}
                          >
                            {t('rows.addAddress')}
                          </Link>
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              ),
          },
          { head: t('rows.ended'), cell: ({ endedAt }) => endedAt && <Moment at={endedAt} /> },
        ]}
      />
      {isMoving && <LiveRefresh everySeconds={5} />}
    </>
  );
}

/** Address of the object that the row created or changed, or else of the one it was meant to change. */
function pathOf(operation: Batch['operation'], { data, madeId }: BatchRow): string | undefined {
  if (operation === 'run-workflow' && madeId) return `/jobs/${madeId}`;
  const id = madeId ?? data.silo_entry_id ?? data.job_id ?? data.delivery_id;
  if (id === undefined) return undefined;
  if (operation === 'run-again' || operation === 'retry') return `/jobs/${id}`;
  if (operation === 'redeliver') return `/configuration/webhooks/deliveries/${id}`;
  return `/entries/${id}`;
}
