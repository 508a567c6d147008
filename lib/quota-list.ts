import { z } from 'zod';

/** What is counted for a workspace, and how much of it there may be unless the installation or the workspace's row says otherwise. */
export const quotaList = {
  entries: { most: 5_000_000, what: 'entries, with those that are archived or were erased' },
  storage: { most: 102_400, what: 'MiB in documents and files' },
  // Each event is a message to each of them.
  endpoints: { most: 30, what: 'webhook endpoints' },
  'api-keys': { most: 100, what: 'API keys that are good, without those that were replaced' },
  members: { most: 200, what: 'members, and invitations that are open' },
  workflows: { most: 200, what: 'workflows' },
} as const;
export type QuotaName = keyof typeof quotaList;
export type Quotas = Partial<Record<QuotaName, number>>;

export const quotaNames = Object.keys(quotaList) as [QuotaName, ...QuotaName[]];

const wanted = `must be quotas such as entries=100000,endpoints=50, each one of ${quotaNames.join(', ')}`;

/** Quotas as an operator writes them: `entries=100000,endpoints=50`. */
export const WrittenQuotas = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().split('=')))
  .pipe(z.array(z.tuple([z.enum(quotaNames, wanted), z.string().regex(/^\d{1,12}$/, wanted)], wanted)))
  .transform((pairs): Quotas => Object.fromEntries(pairs.map(([name, most]) => [name, Number(most)])));
