import 'server-only';

import Link from 'next/link';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AltaError } from '#lib/errors.ts';
import { type Page, page } from '#lib/paging.ts';
import './list-page.css';

/** What stands in an address after its question mark, as a page is given it. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The text of a parameter, the first one of several; undefined for none. */
export function paramOf(params: SearchParams, name: string): string | undefined {
  const [text = ''] = [params[name]].flat();
  return text.trim().slice(0, longestParam) || undefined;
}
const longestParam = 200;

/** A list's address with these parameters in it: `?q=pan&state=empty`. */
function addressOf(path: string, params: Record<string, string | undefined>): string {
  const given = Object.entries(params).filter((param): param is [string, string] => Boolean(param[1]));
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

interface Listed {
  id: string;
  createdAt: Date;
}

interface ListPageInput<Row> {
  /** Of the list, and what narrows it down: both are in the address of each of its pages. */
  path: string;
  filters?: Record<string, string | undefined>;
  cursor: string | undefined;
  limit?: number;
  find: (query: { limit: number; cursor?: string }) => Promise<Page<Row> | (Row & Listed)[]>;
}

/** A page of a list, and the way to the others. A cursor that is none of ours leads to the first, not to an error. */
export async function listPage<Row>({
  path,
  filters = {},
  cursor,
  limit = 25,
  find,
}: ListPageInput<Row>): Promise<{ list: Row[]; pager: ReactNode }> {
  const query = { limit, ...(cursor ? { cursor } : {}) };
  const newest = addressOf(path, { ...filters, cursor: undefined });
  const found = await find(query).catch((error: unknown) => {
    if (error instanceof AltaError && error.fields.cursor) redirect(newest);
    throw error;
  });
  const { list, nextCursor: next } = Array.isArray(found) ? page(found, query) : found;
  return {
    list,
    pager: <Pager newest={cursor && newest} older={next && addressOf(path, { ...filters, cursor: next })} />,
  };
}

interface PagerProps {
  /** Undefined on the first page. */
  newest: string | undefined;
  /** Undefined on the last page. */
  older: string | undefined;
}

/** Onwards, and back to the beginning. Nothing where one page has it all. */
async function Pager({ newest, older }: PagerProps) {
  const t = await getTranslations('console.overview.pages');
  if (!newest && !older) return null;
  return (
    <nav className="pager" aria-label={t('label')}>
      {newest ? <Link href={newest}>{t('newest')}</Link> : <span />}
      {older && <Link href={older}>{t('older')}</Link>}
    </nav>
  );
}
