import { observeCall } from './call-observer.ts';
import { callSoap, type SoapOutcome, soapEnvelope } from './soap.ts';
import { attributePrefix, escapeXml, listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

export interface RegisterCaller {
  endpoint: string;
  ticket: { token: string; sign: string };
  /** CUIT of the caller, which the ticket represents. Any taxpayer may be queried. */
  cuit: string;
  timeoutMs: number;
}

export type RegisterOutcome =
  | { kind: 'found'; taxpayer: Taxpayer }
  /** No taxpayer has that CUIT. */
  | { kind: 'none' }
  /** The service does not accept this ticket: log in again. */
  | { kind: 'ticket-refused'; message: string }
  /** The ticket is valid, but does not represent the caller's CUIT. */
  | { kind: 'not-represented'; message: string }
  | { kind: 'unavailable'; cause: string; detail: string };

const namespace = 'http://a5.soap.ws.server.puc.sr/';

/** Looks up a taxpayer by CUIT (`getPersona_v2`). An unreadable answer is `unavailable`, never a guess. */
export async function askRegister(caller: RegisterCaller, cuit: string): Promise<RegisterOutcome> {
  const { token, sign } = caller.ticket;
  const fields = { token, sign, cuitRepresentada: caller.cuit, idPersona: cuit };
  const members = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  return observeCall({ endpoint: caller.endpoint, operation: 'getPersona_v2' }, async () => {
    const outcome = await callSoap({
      url: caller.endpoint,
      action: '',
      envelope: soapEnvelope(
        `<a5:getPersona_v2 xmlns:a5="${namespace}">${members.join('')}</a5:getPersona_v2>`,
      ),
      timeoutMs: caller.timeoutMs,
    });
    const answer = readAnswer(outcome, cuit);
    return { answer, date: outcome.date, failure: answer.kind === 'unavailable' ? answer.cause : undefined };
  });
}

function readAnswer(outcome: SoapOutcome, cuit: string): RegisterOutcome {
  switch (outcome.kind) {
    case 'unavailable':
      return { kind: 'unavailable', cause: outcome.cause, detail: outcome.detail };
    case 'fault':
      return outcomeOfFault(outcome.message);
    case 'answer': {
      const personaReturn = nodeAt(outcome.body, 'getPersona_v2Response', 'personaReturn');
      if (remarksOf(nodeAt(personaReturn, 'errorConstancia')).some(isUnknownTaxpayer))
        return { kind: 'none' };
      const taxpayer = taxpayerIn(personaReturn, cuit);
      if (taxpayer) return { kind: 'found', taxpayer };
      return { kind: 'unavailable', cause: 'unexpected', detail: 'a response without a taxpayer' };
    }
  }
}

/** Faults can be distinguished only by their text: an unknown CUIT and a missing ticket have the same class. */
function outcomeOfFault(message: string): RegisterOutcome {
  if (isUnknownTaxpayer(message)) return { kind: 'none' };
  if (/no le permite actuar/i.test(message)) return { kind: 'not-represented', message };
  return /\b(token|sign|ticket|firma)\b/i.test(message)
    ? { kind: 'ticket-refused', message }
    : { kind: 'unavailable', cause: 'fault', detail: message };
}

const isUnknownTaxpayer = (text: string): boolean => /no existe (la )?persona/i.test(text);

/** A taxpayer in the register. Fields that the register does not state are absent. */
export interface Taxpayer {
  cuit: string;
  name?: string;
  kind: 'person' | 'company';
  state?: 'active' | 'inactive';
  vat?: {
    status: 'registered' | 'monotributo' | 'exempt';
    /** Basis of the status: data of the simplified regime, or the active tax with id 30 or 32. */
    evidence: 'simplified-regime' | 'tax-30' | 'tax-32';
  };
  /** Fiscal domicile («domicilio fiscal»). */
  address?: { street?: string; locality?: string; postalCode?: string; province?: string };
  /** Problems with the registration, in the authority's words. */
  remarks: string[];
}

/** Reads the taxpayer in a `personaReturn`; undefined if it is empty or about another CUIT. */
function taxpayerIn(personaReturn: XmlNode | undefined, cuit: string): Taxpayer | undefined {
  const general = nodeAt(personaReturn, 'datosGenerales');
  const complaint = nodeAt(personaReturn, 'errorConstancia');
  const remarks = remarksOf(complaint);
  const name = nameIn(general) || nameIn(complaint);
  const state = stateOf(general, remarks);
  const isRequestedCuit = [general, complaint].every((node) =>
    ['', cuit].includes(textAt(node, 'idPersona')),
  );
  if (!isRequestedCuit || (!name && !state && remarks.length === 0)) return undefined;
  const vat = complaint === undefined ? vatOf(personaReturn) : undefined;
  const address = addressIn(nodeAt(general, 'domicilioFiscal'));
  return {
    cuit,
    ...(name ? { name } : {}),
    kind: kindOf(textAt(general, 'tipoPersona'), cuit),
    ...(state ? { state } : {}),
    ...(vat ? { vat } : {}),
    ...(address ? { address } : {}),
    remarks,
  };
}

/** `error` may repeat; some answers put the text directly into the element. */
const remarksOf = (complaint: XmlNode | undefined): string[] =>
  [...listAt(complaint, 'error'), ...(typeof complaint === 'string' ? [complaint] : [])]
    .map((error) => decodeText(textAt(error)))
    .filter((text) => text !== '');

/**
 * Derives the VAT status, since the register has no field for it (docs/authority.md#taxpayers-register). Nobody
 * can be both in the simplified regime and registered, so an answer with both yields undefined.
 */
function vatOf(personaReturn: XmlNode | undefined): Taxpayer['vat'] {
  const taxes = listAt(nodeAt(personaReturn, 'datosRegimenGeneral'), 'impuesto');
  const registered = isActive(taxes, registeredTax);
  if (isSimplified(nodeAt(personaReturn, 'datosMonotributo'))) {
    return registered ? undefined : { status: 'monotributo', evidence: 'simplified-regime' };
  }
  if (registered) return { status: 'registered', evidence: 'tax-30' };
  return isActive(taxes, exemptTax) ? { status: 'exempt', evidence: 'tax-32' } : undefined;
}

const registeredTax = '30';
const exemptTax = '32';

/** False if every tax in the block has ended: the taxpayer has left the regime. */
function isSimplified(block: XmlNode | undefined): boolean {
  if (typeof block !== 'object' || Object.keys(block).every(isAttribute)) return false;
  const taxes = listAt(block, 'impuesto');
  return taxes.length === 0 || taxes.some(isActiveTax);
}

const isAttribute = (name: string) => name.startsWith(attributePrefix);

const isActive = (taxes: XmlNode[], id: string): boolean =>
  taxes.some((tax) => textAt(tax, 'idImpuesto') === id && isActiveTax(tax));

const isActiveTax = (tax: XmlNode): boolean => /^(ac|activo)$/i.test(textAt(tax, 'estadoImpuesto'));

/** For an inactive CUIT (`estadoClave`) the answer is often just a remark. */
function stateOf(general: XmlNode | undefined, remarks: string[]): Taxpayer['state'] {
  const state = textAt(general, 'estadoClave').toUpperCase();
  if (state === 'ACTIVO') return 'active';
  if (state === 'INACTIVO') return 'inactive';
  return remarks.some((text) => /inactiva|cancelada/i.test(text)) ? 'inactive' : undefined;
}

function kindOf(tipoPersona: string, cuit: string): Taxpayer['kind'] {
  if (/^f[ií]sica$/i.test(tipoPersona)) return 'person';
  return /^jur[ií]dica$/i.test(tipoPersona) || cuit.startsWith('3') ? 'company' : 'person';
}

const nameIn = (node: XmlNode | undefined): string =>
  decodeText(textAt(node, 'razonSocial') || `${textAt(node, 'apellido')} ${textAt(node, 'nombre')}`);

function addressIn(domicilio: XmlNode | undefined): Taxpayer['address'] {
  const parts = {
    street: decodeText(textAt(domicilio, 'direccion')),
    locality: decodeText(textAt(domicilio, 'localidad')),
    postalCode: decodeText(textAt(domicilio, 'codPostal')),
    province: decodeText(textAt(domicilio, 'descripcionProvincia')),
  };
  const filled = Object.entries(parts).filter(([, text]) => text !== '');
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

const maxTextLength = 500;
const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes texts that the authority escaped twice, such as `PE&amp;#209;A`. */
const decodeText = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) =>
      name
        ? (namedEntities[name.toLowerCase()] ?? whole)
        : character(decimal ? Number(decimal) : Number(`0x${hex}`)),
    )
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, maxTextLength);

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
