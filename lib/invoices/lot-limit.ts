import { isAlive } from '#lib/age.ts';
import type { ServiceCaller } from '#lib/arca/invoicing.ts';
import { serviceFor } from '#lib/arca/services.ts';
import { goesAlone } from '#lib/arca/wsfe.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { shared } from '#lib/shared.ts';
import type { Series } from './series.ts';

/** More would be a transaction that is long to write, and an answer that is much to lose. */
export const largestLot = 250;

const keptMs = 24 * 3_600_000;

const limits = () => shared('lot-limits', () => new Map<Environment, { vouchers: number; until: Date }>());

/**
 * How many invoices of the series may go in one request: what the authority says, asked once a day by each process.
 * One by one as long as it does not say.
 */
export async function lotLimit(
  caller: ServiceCaller,
  { environment, documentType }: Pick<Series, 'environment' | 'documentType'>,
  now = new Date(),
): Promise<number> {
  if (goesAlone(documentType)) return 1;
  const kept = limits().get(environment);
  if (kept && isAlive(kept.until, keptMs, now)) return kept.vouchers;
  const answer = await serviceFor(documentType).calls.readLotLimit(caller);
  if (answer.kind !== 'limit') return 1;
  const vouchers = Math.min(answer.vouchers, largestLot);
  limits().set(environment, { vouchers, until: new Date(now.getTime() + keptMs) });
  return vouchers;
}

/** The authority has refused a lot for its size: it is asked anew. */
export const forgetLotLimit = (environment: Environment): boolean => limits().delete(environment);
