import 'server-only';

import type { SearchParams } from '#console/_ui/list-page.tsx';
import { pagesOf } from '#console/_ui/streamed-file.ts';
import * as deliveryQuery from '#console/w/[workspace]/configuration/webhooks/deliveries/query.ts';
import { readInvoiceParams } from '#console/w/[workspace]/invoices/invoice-query.ts';
import { readJobParams } from '#console/w/[workspace]/jobs/job-query.ts';
import * as registrationQuery from '#console/w/[workspace]/registrations/query.ts';
import { mostRows } from '#lib/batches/batches.ts';
import type { Context } from '#lib/context.ts';
import { listInvoices } from '#lib/invoices/invoice-list.ts';
import type { PageQuery } from '#lib/paging.ts';
import { listOpenRegistrations } from '#lib/reports/open-registrations.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { listJobs } from '#lib/workflows/job-list.ts';
import * as entryQuery from '../_entries/entry-query.ts';
import type { ChoosableListName } from './acts.ts';

interface Row {
  id: string;
  createdAt: Date;
  entryId?: string | null;
}
type Find = (page: PageQuery) => Promise<Row[]>;

/** Each list by the query that its page makes of the same parameters. */
const lists: Record<ChoosableListName, (ctx: Context, params: SearchParams) => Find | Promise<Find>> = {
  suppliers: (ctx, params) => {
    const query = entryQuery.queryOf('suppliers', entryQuery.readFilters(params));
    return (page) => searchEntries(ctx, { ...query, ...page });
  },
  invoices: (ctx, params) => {
    const { query } = readInvoiceParams(params);
    return (page) => listInvoices(ctx, { ...query, ...page });
  },
  registrations: (ctx, params) => {
    const query = registrationQuery.queryOf(registrationQuery.readFilters(params));
    return (page) => listOpenRegistrations(ctx, { ...query, ...page });
  },
  jobs: (ctx, params) => {
    const { query, invalid } = readJobParams(params);
    return async (page) => (invalid.length > 0 ? [] : listJobs(ctx, { ...query, ...page }));
  },
  deliveries: async (ctx, params) => {
    const endpoints = await listEndpoints(ctx, { limit: deliveryQuery.mostSuggested });
    const query = deliveryQuery.queryOf(deliveryQuery.readFilters(params), endpoints);
    return (page) => listDeliveries(ctx, { ...query, ...page });
  },
};

/** What is chosen with all that a list has, the first ones first, as many as one batch takes. Of registrations their entries. */
export async function matchingIds(
  ctx: Context,
  list: ChoosableListName,
  params: SearchParams,
): Promise<string[]> {
  const find = await lists[list](ctx, params);
  const ids = new Set<string>();
  for await (const rows of pagesOf(find)) {
    for (const { id, entryId } of rows) ids.add(list === 'registrations' ? (entryId ?? id) : id);
    if (ids.size >= mostRows) break;
  }
  return [...ids].slice(0, mostRows);
}
