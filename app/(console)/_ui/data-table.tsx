import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { mostCounted } from '#lib/most-counted.ts';
import { ChoosePage, ChooseRow } from './choosing.tsx';
import { DensitySwitch } from './density-switch.tsx';

interface Column<Row> {
  /** Of the column, and beside each value where there is only room for cards. */
  head: string;
  cell: (row: Row) => ReactNode;
  /**
   * `title`: what the row is known by, which needs no heading beside it. `actions`: what can be done with the row.
   * `menu`: the same behind one button, under a heading that is only heard.
   */
  kind?: 'value' | 'title' | 'actions' | 'menu';
  className?: string;
  /** What it says in whole: where rows are close together, a line of them ends where there is no more room. */
  whole?: (row: Row) => string;
  /** The column that the list is sorted by, and the address of the list the other way round. */
  order?: { ascending: boolean; href: string } | undefined;
}

interface DataTableProps<Row> {
  columns: Column<Row>[];
  rows: Row[];
  /** What is chosen with a row, where rows are chosen (choosing.tsx), and what the row is called. */
  choice?: ((row: Row) => { id: string; name: string }) | undefined;
  /** In its place while there are no rows. */
  empty?: ReactNode;
  className?: string;
}

/** One line for each row; cards, each with its values below their headings, where lines do not fit. */
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
    <table
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
    </table>
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
  /** Up to `mostCounted` and one; undefined where nobody counts. */
  total: number | undefined;
  /** How many are seen. */
  onPage: number;
  /** The addresses of the others; undefined where there is none. */
  first: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** Of all of them, as a file. */
  file: string | undefined;
}

/** Below a list: how many, the neighbouring pages, and the list as a file. */
export async function Pager({ total, onPage, first, previous, next, file }: PagerProps) {
  const t = await getTranslations('console.shell.lists');
  if (onPage === 0 && !first && !previous && !next) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span className="hint">
        {total === undefined
          ? t('onPage', { count: onPage })
          : total > mostCounted
            ? t('more', { count: mostCounted })
            : t('count', { count: total })}
      </span>
      <span className="pager-acts">
        {file && total !== 0 && (
          <a href={file} download data-export>
            {t('export')}
          </a>
        )}
        <DensitySwitch />
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
