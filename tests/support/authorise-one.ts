import type {
  Authorised,
  AuthorityMessage,
  InvoiceRequest,
  ServiceCaller,
  ServiceRefusal,
} from '#lib/arca/invoicing.ts';
import { type InvoicingService, wsfe, wsfex } from '#lib/arca/services.ts';

type Outcome =
  | ({ kind: 'authorised' } & Authorised)
  | { kind: 'rejected'; reasons: AuthorityMessage[] }
  | ServiceRefusal;

export async function authoriseOne(
  caller: ServiceCaller,
  request: InvoiceRequest,
  number: number,
): Promise<Outcome> {
  const { calls }: InvoicingService = 'Punto_vta' in request ? wsfex : wsfe;
  const outcome = await calls.requestAuthorisation(caller, [request], number);
  if (outcome.kind === 'authorised-before') throw new Error(`It was authorized as number ${outcome.number}.`);
  if (outcome.kind !== 'judged') return outcome;
  const [authorised] = outcome.authorised;
  return authorised
    ? { kind: 'authorised', ...authorised }
    : { kind: 'rejected', reasons: outcome.reasons ?? [] };
}
