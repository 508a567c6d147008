import { type InvoiceRequest, requestXml } from './invoice-request.ts';
import {
  type AuthorityMessage,
  askWsfe,
  isoDate,
  messagesAt,
  refusalOf,
  unavailable,
  type WsfeCaller,
  type WsfeRefusal,
} from './wsfe.ts';
import { listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

export type AuthorisationOutcome =
  /** `cae` has 14 digits, `caeExpiry` is an ISO date. */
  | { kind: 'authorised'; cae: string; caeExpiry: string; observations: AuthorityMessage[] }
  /** The voucher is not authorized and its number is still free. */
  | { kind: 'rejected'; reasons: AuthorityMessage[] }
  | WsfeRefusal;

/**
 * FECAESolicitar for one voucher. Nothing makes it idempotent: sent again, an authorized voucher is 10016, so after
 * `outcomeUnknown` ask `findInvoice` before anything else (docs/authority.md#lost-answers).
 * @param number the last one of its series plus 1
 */
export async function requestAuthorisation(
  caller: WsfeCaller,
  request: InvoiceRequest,
  number: number,
): Promise<AuthorisationOutcome> {
  const answer = await askWsfe('FECAESolicitar', caller, requestXml(request, number));
  if (answer.kind !== 'answer') return answer;
  const aboutTheCall = answer.errors.find(({ code }) => !(code >= firstCodeOfRules));
  if (aboutTheCall) return refusalOf(aboutTheCall);
  const details = listAt(nodeAt(answer.result, 'FeDetResp'), 'FECAEDetResponse');
  return readVerdict(details, answer.errors, number);
}

/** Those below speak of the ticket and of the service. */
const firstCodeOfRules = 1_000;

function readVerdict(details: XmlNode[], errors: AuthorityMessage[], number: number): AuthorisationOutcome {
  const [detail] = details;
  if (detail === undefined && errors.length > 0) return { kind: 'rejected', reasons: errors };
  if (details.length !== 1 || !isAbout(detail, number)) {
    return unavailable('unreadable', `FECAESolicitar without a verdict on number ${number}`);
  }
  const observations = messagesAt(nodeAt(detail, 'Observaciones'), 'Obs');
  const verdict = textAt(detail, 'Resultado');
  const cae = textAt(detail, 'CAE');
  const caeExpiry = isoDate(textAt(detail, 'CAEFchVto'));
  if (verdict === 'R' && cae === '') return { kind: 'rejected', reasons: [...errors, ...observations] };
  if (verdict === 'A' && isCae(cae) && caeExpiry) return { kind: 'authorised', cae, caeExpiry, observations };
  return unavailable('unreadable', `FECAESolicitar with Resultado "${verdict}" and CAE "${cae}"`);
}

const isAbout = (detail: XmlNode | undefined, number: number) =>
  Number(textAt(detail, 'CbteDesde')) === number && Number(textAt(detail, 'CbteHasta')) === number;

export const isCae = (text: string) => /^\d{14}$/.test(text);
