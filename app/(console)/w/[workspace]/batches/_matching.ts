import 'server-only';
import { getTranslations } from 'next-intl/server';
import { faultTexts } from '#console/_editor/typed-document.ts';
import { pagesOf } from '#console/_ui/csv-file.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import {
  mostSuggested,
  readDeliveryParams,
} from '#console/w/[workspace]/configuration/webhooks/deliveries/query.ts';
import { readInvoiceParams } from '#console/w/[workspace]/invoices/invoice-query.ts';
import { readJobParams } from '#console/w/[workspace]/jobs/job-query.ts';
import { readRegistrationParams } from '#console/w/[workspace]/registrations/query.ts';
import { maxRows } from '#lib/batches/batches.ts';
import type { DocumentUploadFault, HeadingColumn, UploadKind } from '#lib/batches/upload.ts';
import type { Context } from '#lib/context.ts';
import { listInvoices } from '#lib/invoices/invoice-list.ts';
import type { PageQuery } from '#lib/paging.ts';
import { listOpenRegistrations } from '#lib/reports/open-registrations.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { listJobs } from '#lib/workflows/job-list.ts';
import { readEntryParams } from '../_entries/entry-query.ts';
import type { ChoosableListName } from './acts.ts';
import type { UploadFaultText } from './upload-answer.ts';

interface Row {
  id: string;
  createdAt: Date;
  entryId?: string | null;
}
type Find = (page: PageQuery) => Promise<Row[]>;

/** For each list, the query that its page builds from the same parameters. */
const lists: Record<ChoosableListName, (ctx: Context, params: SearchParams) => Find | Promise<Find>> = {
  suppliers: (ctx, params) => {
    const read = readEntryParams('suppliers', params);
    return unlessFaulty(read, (page) => searchEntries(ctx, { ...read.query, ...page }));
  },
  invoices: (ctx, params) => {
    const read = readInvoiceParams(params);
    return unlessFaulty(read, (page) => listInvoices(ctx, { ...read.query, ...page }));
  },
  registrations: (ctx, params) => {
    const read = readRegistrationParams(params);
    return unlessFaulty(read, (page) => listOpenRegistrations(ctx, { ...read.query, ...page }));
  },
  jobs: (ctx, params) => {
    const read = readJobParams(params);
    return unlessFaulty(read, (page) => listJobs(ctx, { ...read.query, ...page }));
  },
  deliveries: async (ctx, params) => {
    const endpoints = await listEndpoints(ctx, { limit: mostSuggested });
    const read = readDeliveryParams(params, endpoints);
    return unlessFaulty(read, (page) => listDeliveries(ctx, { ...read.query, ...page }));
  },
};

/**
 * Ids of a list's matching rows in order, at most as many as one batch takes. For registrations, the ids of
 * their entries.
 */
export async function matchingIds(
  ctx: Context,
  list: ChoosableListName,
  params: SearchParams,
): Promise<string[]> {
  const find = await lists[list](ctx, params);
  const ids = new Set<string>();
  for await (const rows of pagesOf(find)) {
    for (const { id, entryId } of rows) ids.add(list === 'registrations' ? (entryId ?? id) : id);
    if (ids.size >= maxRows) break;
  }
  return [...ids].slice(0, maxRows);
}

/** Faults of a file, in the reader's language and with the file's own headings. */
export async function uploadFaultTexts(
  kind: UploadKind,
  faults: DocumentUploadFault[],
  columns: readonly HeadingColumn[],
): Promise<UploadFaultText[]> {
  const t = await getTranslations('console.batches.upload.faults');
  const titleOf = await headingsOf(kind);
  const headings = new Map(columns.map(({ column, heading }) => [column, heading]));
  const headingOf = (column: string) => headings.get(column) || titleOf(column);
  return Promise.all(
    faults.map(async ({ line, column, code, message = code, params = {}, fault, doc }) => {
      const values = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]),
      );
      const [documentText] = fault ? await faultTexts([fault], doc) : [];
      const uploadText = t.has(code as 'number') ? t(code as 'number', values) : message;
      return { line, column: column && headingOf(column), message: documentText?.message ?? uploadText };
    }),
  );
}

export async function headingsOf(kind: UploadKind) {
  const t = await getTranslations('console.batches');
  return (column: string) => {
    const key = `columns.${kind}.${column}` as 'columns.suppliers.name';
    return t.has(key) ? t(key) : column;
  };
}
