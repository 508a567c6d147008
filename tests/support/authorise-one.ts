import {
  type Authorised,
  type InvoiceRequest,
  requestAuthorisation,
} from '#lib/arca/request-authorisation.ts';
import type { AuthorityMessage, WsfeCaller, WsfeRefusal } from '#lib/arca/wsfe.ts';

type Outcome =
  | ({ kind: 'authorised' } & Authorised)
  | { kind: 'rejected'; reasons: AuthorityMessage[] }
  | WsfeRefusal;

/** A lot of one invoice. */
export async function authoriseOne(
  caller: WsfeCaller,
  request: InvoiceRequest,
  number: number,
): Promise<Outcome> {
  const outcome = await requestAuthorisation(caller, [request], number);
  if (outcome.kind !== 'judged') return outcome;
  const [authorised] = outcome.authorised;
  return authorised
    ? { kind: 'authorised', ...authorised }
    : { kind: 'rejected', reasons: outcome.reasons ?? [] };
}
