import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
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
import { escapeXml, listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

/** `cae` has 14 digits, `caeExpiry` is an ISO date. */
export interface Authorised {
  cae: string;
  caeExpiry: string;
  observations: AuthorityMessage[];
  /** Pesos for one unit, as a decimal: only of what was looked up, since FECAESolicitar does not answer it. */
  exchangeRate?: string;
}

export type LotOutcome =
  /**
   * `authorised` are the first of the lot, in its order. With `reasons` the one after them was rejected; those behind
   * it were not looked at. Their numbers are still free.
   */
  | { kind: 'judged'; authorised: Authorised[]; reasons?: AuthorityMessage[] }
  /** None of them, for something that they share: the issuer, the point of sale, the type. */
  | { kind: 'rejected'; reasons: AuthorityMessage[] }
  | WsfeRefusal;

/** "The number or date is not the next to be authorized." */
export const notTheNext = 10_016;

/**
 * FECAESolicitar for a lot of one series (docs/authority.md#lots). Nothing makes it idempotent: sent again, an
 * authorized voucher is 10016, so after `outcomeUnknown` ask `findInvoice` before anything else
 * (docs/authority.md#lost-answers).
 * @param firstNumber the last one of the series plus 1
 */
export async function requestAuthorisation(
  caller: WsfeCaller,
  requests: readonly InvoiceRequest[],
  firstNumber: number,
): Promise<LotOutcome> {
  const answer = await askWsfe('FECAESolicitar', caller, requestXml(requests, firstNumber));
  if (answer.kind !== 'answer') return answer;
  const aboutTheCall = answer.errors.find(({ code }) => !(code >= firstCodeOfRules));
  if (aboutTheCall) return refusalOf(aboutTheCall);
  const details = listAt(nodeAt(answer.result, 'FeDetResp'), 'FECAEDetResponse');
  if (details.length === 0 && answer.errors.length > 0) return { kind: 'rejected', reasons: answer.errors };
  const isAnswered =
    details.length === requests.length &&
    details.every((detail, index) => isAbout(detail, firstNumber + index));
  return isAnswered
    ? judged(details, answer.errors)
    : unavailable('unreadable', `FECAESolicitar without verdicts from number ${firstNumber} on`);
}

/** Those below speak of the ticket and of the service. */
const firstCodeOfRules = 1_000;

function judged(details: XmlNode[], errors: AuthorityMessage[]): LotOutcome {
  const authorised: Authorised[] = [];
  for (const [index, detail] of details.entries()) {
    const verdict = textAt(detail, 'Resultado');
    const cae = textAt(detail, 'CAE');
    const caeExpiry = isoDate(textAt(detail, 'CAEFchVto'));
    const observations = messagesAt(nodeAt(detail, 'Observaciones'), 'Obs');
    if (verdict === 'A' && isCae(cae) && caeExpiry) {
      authorised.push({ cae, caeExpiry, observations });
      continue;
    }
    if (details.slice(index).some((other) => !isRejected(other))) {
      return unavailable('unreadable', `FECAESolicitar with Resultado "${verdict}" and CAE "${cae}"`);
    }
    const reasons = [...errors, ...observations];
    // Errors are of what the lot shares; only 10016 is of its first voucher.
    const isShared = authorised.length === 0 && errors.some(({ code }) => code !== notTheNext);
    return isShared ? { kind: 'rejected', reasons } : { kind: 'judged', authorised, reasons };
  }
  return { kind: 'judged', authorised };
}

const isRejected = (detail: XmlNode) => textAt(detail, 'Resultado') === 'R' && textAt(detail, 'CAE') === '';

const isAbout = (detail: XmlNode, number: number) =>
  Number(textAt(detail, 'CbteDesde')) === number && Number(textAt(detail, 'CbteHasta')) === number;

export const isCae = (text: string) => /^\d{14}$/.test(text);

/** What FECAESolicitar takes for one voucher, all but its number: the document says it in the authority's terms. */
export type InvoiceRequest = AuthorityAmounts;

/**
 * The body of FECAESolicitar after `Auth`, in the WSDL's order: a lot of one point of sale and type, numbered on from
 * `firstNumber` (docs/authority.md#lots).
 */
export function requestXml(requests: readonly InvoiceRequest[], firstNumber: number): string {
  const [first] = requests;
  if (!first) throw new Error('A lot has an invoice.');
  const { PtoVta, CbteTipo } = first;
  const header = fields({ CantReg: requests.length, PtoVta, CbteTipo }, ['CantReg', 'PtoVta', 'CbteTipo']);
  const details = requests.map((request, index) => detailXml(request, firstNumber + index));
  return (
    `<FeCAEReq><FeCabReq>${header}</FeCabReq>` +
    `<FeDetReq>${details.map((detail) => `<FECAEDetRequest>${detail}</FECAEDetRequest>`).join('')}</FeDetReq></FeCAEReq>`
  );
}

const detailXml = (request: InvoiceRequest, number: number): string =>
  fields({ ...request, CbteDesde: number, CbteHasta: number }, detailOrder) +
  list('CbtesAsoc', 'CbteAsoc', request.CbtesAsoc, ['Tipo', 'PtoVta', 'Nro', 'Cuit', 'CbteFch']) +
  list('Tributos', 'Tributo', request.Tributos, ['Id', 'Desc', 'BaseImp', 'Alic', 'Importe']) +
  list('Iva', 'AlicIva', request.Iva, ['Id', 'BaseImp', 'Importe']);

const detailOrder = [
  'Concepto',
  'DocTipo',
  'DocNro',
  'CbteDesde',
  'CbteHasta',
  'CbteFch',
  'ImpTotal',
  'ImpTotConc',
  'ImpNeto',
  'ImpOpEx',
  'ImpTrib',
  'ImpIVA',
  'FchServDesde',
  'FchServHasta',
  'FchVtoPago',
  'MonId',
  'MonCotiz',
  'CanMisMonExt',
  'CondicionIVAReceptorId',
] as const;

type Fields<Name extends string> = Partial<Record<Name, string | number>>;

function list<Name extends string>(
  name: string,
  item: string,
  entries: Fields<Name>[] | undefined,
  order: readonly Name[],
): string {
  if (!entries?.length) return '';
  return `<${name}>${entries.map((entry) => `<${item}>${fields(entry, order)}</${item}>`).join('')}</${name}>`;
}

function fields<Name extends string>(values: Fields<Name>, order: readonly Name[]): string {
  return order
    .filter((name) => values[name] !== undefined)
    .map((name) => `<${name}>${escapeXml(String(values[name]))}</${name}>`)
    .join('');
}
