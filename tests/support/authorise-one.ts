import type {
  Authorised,
  AuthorityMessage,
  InvoiceRequest,
  ServiceCaller,
  ServiceRefusal,
} from '#lib/arca/invoicing.ts';
import { requestAuthorisation } from '#lib/arca/wsfe.ts';

type Outcome =
  | ({ kind: 'authorised' } & Authorised)
  | { kind: 'rejected'; reasons: AuthorityMessage[] }
  | ServiceRefusal;

export async function authoriseOne(
  caller: ServiceCaller,
  request: InvoiceRequest,
  number: number,
): Promise<Outcome> {
  if ('Punto_vta' in request) throw new Error('WSFE authorizes no exports.');
  const outcome = await requestAuthorisation(caller, [request], number);
  if (outcome.kind === 'authorised-before') throw new Error('WSFE recognizes no repeated request.');
  if (outcome.kind !== 'judged') return outcome;
  const [authorised] = outcome.authorised;
  return authorised
    ? { kind: 'authorised', ...authorised }
    : { kind: 'rejected', reasons: outcome.reasons ?? [] };
}
