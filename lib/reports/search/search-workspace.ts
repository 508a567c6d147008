import type { Context } from '#lib/context.ts';
import { isPermitted, type Permission } from '#lib/roles.ts';
import { findCustomers, findInvoices, findSuppliers } from './entries.ts';
import { findBatches, findDeliveries, findJobs } from './operations.ts';
import { findReasons } from './reasons.ts';
import { findEndpoints, findMembers, findWorkflows } from './settings.ts';
import type { Wanted } from './wanted.ts';

/** Each by itself: what is found in one depends on no other. In the order in which they are shown. */
const sources = {
  reasons: { find: findReasons, needs: ['registrations:read'] },
  suppliers: { find: findSuppliers, needs: ['suppliers:read', 'registrations:read'] },
  invoices: { find: findInvoices, needs: ['invoices:read'] },
  customers: { find: findCustomers, needs: ['invoices:read'] },
  jobs: { find: findJobs, needs: ['jobs:read'] },
  deliveries: { find: findDeliveries, needs: ['webhooks:read'] },
  batches: { find: findBatches, needs: ['batches:read'] },
  workflows: { find: findWorkflows, needs: ['workflows:read'] },
  endpoints: { find: findEndpoints, needs: ['webhooks:read'] },
  members: { find: findMembers, needs: ['members:read'] },
} as const satisfies Record<string, { find: unknown; needs: readonly Permission[] }>;
type Source = keyof typeof sources;

/** What one source has found. */
export type FoundIn = {
  [Name in Source]: {
    source: Name;
    list: Awaited<ReturnType<(typeof sources)[Name]['find']>>;
    /** There is more than is listed. */
    more: boolean;
  };
}[Source];

const mostOfEach = 5;

/**
 * All of the workspace that a text leads to: what begins with it, or has it as its number, CAE, id or reference, of what
 * the person may see. Only the sources that have something; each is read by an index.
 */
export async function searchWorkspace(
  ctx: Context,
  { q, limit = mostOfEach }: { q: string; limit?: number },
): Promise<FoundIn[]> {
  const text = q.trim();
  if (!text) return [];
  const wanted: Wanted = { text, limit: limit + 1 };
  const permitted = Object.entries(sources).filter(([, { needs }]) =>
    needs.every((permission) => isPermitted(ctx, permission)),
  );
  const found = await Promise.all(
    permitted.map(async ([source, { find }]) => {
      const list = await find(ctx, wanted);
      return { source, list: list.slice(0, limit), more: list.length > limit } as FoundIn;
    }),
  );
  return found.filter(({ list }) => list.length > 0);
}
