import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ChoosePage, ChooseRow } from './choosing.tsx';
import { rowChoices } from './density.ts';
import { DensitySwitch, RowsSwitch } from './density-switch.tsx';
import { RowTable } from './row-table.tsx';

interface Column<Row> {
  /** Heading of the column; on cards, shown beside each value. */
  head: string;
  cell: (row: Row) => ReactNode;
  /**
   * `title`: the row's name, which needs no heading beside it. `actions`: buttons. `menu`: actions behind one
   * button, under a heading for screen readers only.
   */
  kind?: 'value' | 'title' | 'actions' | 'menu';
  className?: string;
  /** Full text of a cell that is cut off at one line while rows are close. */
  whole?: (row: Row) => string;
  /** Set for the column that the list is sorted by; `href` reverses the order. */
  order?: { ascending: boolean; href: string } | undefined;
}

interface DataTableProps<Row> {
  columns: Column<Row>[];
  rows: Row[];
  /** Id and name of a selectable row (choosing.tsx). */
  choice?: ((row: Row) => { id: string; name: string }) | undefined;
  /** Shown instead of an empty table. */
  empty?: ReactNode;
  className?: string;
}

/** A table with one line per row; on narrow screens, cards with labelled values. */
export function DataTable<Row extends { id: string }>({
  columns,
  rows,
  choice,
  empty,
  className = '',
}: DataTableProps<Row>) {
  if (empty && rows.length === 0) return empty;
  const isCut = columns.some(({ whole }) => whole);
  return (
    <RowTable
      className={['rows', choice && 'rows-chosen', isCut && 'rows-cut', className].filter(Boolean).join(' ')}
    >
      <thead>
        <tr>
          {choice && (
            <th scope="col" className="choose">
              <ChoosePage />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.head} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {choice && (
              <td className="choose">
                <ChooseRow {...choice(row)} />
              </td>
            )}
            {columns.map((column) => (
              <Cell key={column.head} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </RowTable>
  );
}

function Head<Row>({ column: { head, kind, className, order } }: { column: Column<Row> }) {
  if (order) {
    return (
      <th scope="col" className={className} aria-sort={order.ascending ? 'ascending' : 'descending'}>
        <Link href={order.href} className="sorted">
          {head}
        </Link>
      </th>
    );
  }
  return (
    <th scope="col" className={kind === 'actions' ? 'acts' : className}>
      {kind === 'menu' ? <VisuallyHidden>{head}</VisuallyHidden> : head}
    </th>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, kind = 'value', cell, className, whole } = column;
  if (kind === 'actions' || kind === 'menu') return <td className="acts">{cell(row)}</td>;
  return (
    <td
      data-label={kind === 'value' ? head : undefined}
      className={whole ? `cut ${className ?? ''}`.trim() : className}
      title={whole?.(row)}
    >
      {cell(row)}
    </td>
  );
}

interface PagerProps {
  /** Undefined if the list is not counted. */
  total: number | undefined;
  /** There are more rows than `total`, where counting stopped. */
  isMore: boolean;
  onPage: number;
  first: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** Address of the export of all rows. */
  file: string | undefined;
  /** Rows per page, and the address of the list without them; undefined if the reader cannot choose. */
  rows?: { chosen: number; path: string } | undefined;
}

/** Footer of a list: row count, neighbouring pages, and the export. */
export async function Pager({ total, isMore, onPage, first, previous, next, file, rows }: PagerProps) {
  const t = await getTranslations('console.shell.lists');
  if (onPage === 0 && !first && !previous && !next) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span className="hint">
        {total === undefined
          ? t('onPage', { count: onPage })
          : isMore
            ? t('more', { count: total - 1 })
            : t('count', { count: total })}
      </span>
      <span className="pager-acts">
        {file && total !== 0 && (
          <a href={file} download data-export>
            {t('export')}
          </a>
        )}
        <DensitySwitch />
        {rows && (total === undefined || total > rowChoices[0]) && <RowsSwitch {...rows} />}
      </span>
      <span className="pager-ways">
        {first && <Link href={first}>{t('first')}</Link>}
        {previous && (
          <Link href={previous} rel="prev">
            {t('previous')}
          </Link>
        )}
        {next && (
          <Link href={next} rel="next">
            {t('next')}
          </Link>
        )}
      </span>
    </nav>
  );
}
