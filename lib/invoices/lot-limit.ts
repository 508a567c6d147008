import { isUnexpired } from '#lib/age.ts';
import type { ServiceCaller } from '#lib/arca/invoicing.ts';
import { serviceFor } from '#lib/arca/services.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { documentType as findDocumentType, isExport } from '#lib/documents/invoice/document-types.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import type { Series } from './series.ts';

/** Caps the authority's limit: larger lots mean longer transactions, and more invoices in doubt after a lost answer. */
export const maxLotSize = 250;

const cacheMs = 24 * 3_600_000;

const limits = () =>
  oncePerProcess('lot-limits', () => new Map<Environment, { vouchers: number; until: Date }>());

/** Most invoices of a series per request, read from the authority once a day per process; 1 if it cannot be read. */
export async function lotLimit(
  caller: ServiceCaller,
  { environment, documentType }: Pick<Series, 'environment' | 'documentType'>,
  now = new Date(),
): Promise<number> {
  // Credit invoices (10003) and exports are sent one by one. The cached limit is WSFE's.
  const type = findDocumentType(String(documentType));
  if (type?.isCreditInvoice || (type && isExport(type))) return 1;
  const cached = limits().get(environment);
  if (cached && isUnexpired(cached.until, cacheMs, now)) return cached.vouchers;
  const answer = await serviceFor(documentType).calls.readLotLimit(caller);
  if (answer.kind !== 'limit') return 1;
  const vouchers = Math.min(answer.vouchers, maxLotSize);
  limits().set(environment, { vouchers, until: new Date(now.getTime() + cacheMs) });
  return vouchers;
}

/** Discards the limit after the authority refused a lot for its size. */
export const forgetLotLimit = (environment: Environment): boolean => limits().delete(environment);
