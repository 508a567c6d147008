import type { Context } from '#lib/context.ts';
import { findCustomers, findInvoices, findSuppliers } from './entries.ts';
import { findBatches, findDeliveries, findJobs } from './operations.ts';
import { findReasons } from './reasons.ts';
import { findEndpoints, findMembers, findWorkflows } from './settings.ts';
import type { Wanted } from './wanted.ts';

/** Each by itself: what is found in one depends on no other. In the order in which they are shown. */
const sources = {
  reasons: findReasons,
  suppliers: findSuppliers,
  invoices: findInvoices,
  customers: findCustomers,
  jobs: findJobs,
  deliveries: findDeliveries,
  batches: findBatches,
  workflows: findWorkflows,
  endpoints: findEndpoints,
  members: findMembers,
};
type Source = keyof typeof sources;

/** What one source has found. */
export type FoundIn = {
  [Name in Source]: {
    source: Name;
    list: Awaited<ReturnType<(typeof sources)[Name]>>;
    /** There is more than is listed. */
    more: boolean;
  };
}[Source];

const mostOfEach = 5;

/**
 * All of the workspace that a text leads to: what begins with it, or has it as its number, CAE, id or reference. Only
 * the sources that have something; each is read by an index.
 */
export async function searchWorkspace(
  ctx: Context,
  { q, limit = mostOfEach }: { q: string; limit?: number },
): Promise<FoundIn[]> {
  const text = q.trim();
  if (!text) return [];
  const wanted: Wanted = { text, limit: limit + 1 };
  const found = await Promise.all(
    Object.entries(sources).map(async ([source, find]) => {
      const list = await find(ctx, wanted);
      return { source, list: list.slice(0, limit), more: list.length > limit } as FoundIn;
    }),
  );
  return found.filter(({ list }) => list.length > 0);
}
