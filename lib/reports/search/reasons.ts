import { reasonsOfCode, supportCodes } from '#lib/certificates/support-codes.ts';
import type { Context } from '#lib/context.ts';
import { countOpenRegistrations, listOpenRegistrations } from '../open-registrations.ts';
import type { Wanted } from './wanted.ts';

/** What a support code means, and how many registrations stand there. */
export async function findReasons(ctx: Context, wanted: Wanted) {
  const reasons = reasonsOfCode(wanted.text).slice(0, wanted.limit);
  return Promise.all(
    reasons.map(async (reason) => ({
      reason,
      code: supportCodes[reason],
      registrations: await countOpenRegistrations(ctx, { reason }),
    })),
  );
}

/** The entries whose registration was refused for that reason last, with its code; of one reason only. */
export async function suppliersRefused(ctx: Context, wanted: Wanted): Promise<Map<string, string>> {
  const [reason, ...others] = reasonsOfCode(wanted.text);
  if (!reason || others.length > 0) return new Map();
  const found = await listOpenRegistrations(ctx, { reason, limit: wanted.limit });
  return new Map(found.map(({ entryId }) => [entryId, supportCodes[reason]]));
}
