import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import type { Batch } from '#lib/batches/batches.ts';
import type { BatchRow } from '#lib/batches/rows.ts';
import type { Context } from '#lib/context.ts';
import { entriesOfRows } from '#lib/reports/batch-entries.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/without-point-of-sale.ts';
import { rowFaultTexts } from './row-faults.ts';

const tones: Record<BatchRow['status'], Tone> = { waiting: 'quiet', done: 'good', failed: 'bad' };

interface RowTableProps {
  ctx: Context;
  batch: Batch;
  rows: BatchRow[];
  status: BatchRow['status'] | undefined;
}

/** Each row by the name of what it is about, and what came of it. */
export async function RowTable({ ctx, batch, rows, status }: RowTableProps) {
  const t = await getTranslations('console.batches');
  const { operation } = batch;
  const entries = await entriesOfRows(ctx, operation, rows);
  const titleOf = await entryTitles();
  const faultText = await rowFaultTexts();
  const nameOf = (row: BatchRow): string => {
    const entry = entries.get(row.index);
    return entry ? titleOf(entry) : row.key;
  };
  /** Of what is only on its way when its row is done what comes of it is seen elsewhere. */
  const nameOfStatus = ({ status, index }: BatchRow) => {
    if (status !== 'done') return status;
    if (operation === 'redeliver') return 'queued';
    if (operation === 'remind') return 'mailed';
    if (operation !== 'create-entry') return 'done';
    const entry = entries.get(index);
    return entry && entry.createdAt < batch.createdAt ? 'existed' : 'created';
  };
  // A workflow goes on when the row is done.
  const isStateShown = operation === 'create-entry' || operation === 'run-again';
  const isMoving = isStateShown && [...entries.values()].some(({ state }) => state === 'processing');
  const withoutPoint = await withoutPointOfSaleAmong(ctx, isStateShown ? [...entries.values()] : []);
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
            cell: (row) => <Chip tone={tones[row.status]}>{t(`rows.one.${nameOfStatus(row)}`)}</Chip>,
          },
          ...(isStateShown
            ? [
                {
                  head: t('rows.state'),
                  cell: ({ index }: BatchRow) => {
                    const entry = entries.get(index);
                    return (
                      entry && <StateChip state={entry.state} lacksPointOfSale={withoutPoint.has(entry.id)} />
                    );
                  },
                },
              ]
            : []),
          {
            head: t('rows.why'),
            cell: ({ faults, key }) =>
              faults.length > 0 && (
                <ul className="row-faults">
                  {faults.map((fault) => (
                    <li key={`${fault.code} ${fault.paths?.join()}`}>{faultText(fault, key)}</li>
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

/** What was made or changed; else what was to be. */
function pathOf(operation: Batch['operation'], { data, madeId }: BatchRow): string | undefined {
  const id = madeId ?? data.silo_entry_id ?? data.job_id ?? data.delivery_id;
  if (id === undefined) return undefined;
  if (operation === 'run-again') return `/jobs/${id}`;
  if (operation === 'redeliver') return `/configuration/webhooks/deliveries/${id}`;
  return `/entries/${id}`;
}
