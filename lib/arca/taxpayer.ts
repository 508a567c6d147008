import { attributePrefix, listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

/** What the register says of somebody. What it leaves open is absent. */
export interface Taxpayer {
  cuit: string;
  name?: string;
  kind: 'person' | 'company';
  state?: 'active' | 'inactive';
  vat?: {
    status: 'registered' | 'monotributo' | 'exempt';
    /** What of the answer says so: that it has the data of the simplified regime, or an active tax of that number. */
    evidence: 'simplified-regime' | 'tax-30' | 'tax-32';
  };
  /** Where they are for the authority («domicilio fiscal»). */
  address?: { street?: string; locality?: string; postalCode?: string; province?: string };
  /** What it finds wrong with the registration, in its own words. */
  remarks: string[];
}

/** The taxpayer of a `personaReturn`; undefined where it tells of nobody, or of another than who was asked for. */
export function taxpayerIn(personaReturn: XmlNode | undefined, cuit: string): Taxpayer | undefined {
  const general = nodeAt(personaReturn, 'datosGenerales');
  const complaint = nodeAt(personaReturn, 'errorConstancia');
  const remarks = remarksOf(complaint);
  const name = nameIn(general) || nameIn(complaint);
  const state = stateOf(general, remarks);
  const askedFor = [general, complaint].every((node) => ['', cuit].includes(textAt(node, 'idPersona')));
  if (!askedFor || (!name && !state && remarks.length === 0)) return undefined;
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

/** `error` is repeated; some answers have its text in the element itself. */
export const remarksOf = (complaint: XmlNode | undefined): string[] =>
  [...listAt(complaint, 'error'), ...(typeof complaint === 'string' ? [complaint] : [])]
    .map((error) => readable(textAt(error)))
    .filter((text) => text !== '');

/**
 * The register has no field for it (docs/authority.md#taxpayers-register). Who is in the simplified regime is not
 * registered as well: an answer that says both says neither.
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

/** Taxes in it that have all ended are of who left the regime. */
function isSimplified(block: XmlNode | undefined): boolean {
  if (typeof block !== 'object' || Object.keys(block).every(isAttribute)) return false;
  const taxes = listAt(block, 'impuesto');
  return taxes.length === 0 || taxes.some(isActiveTax);
}

const isAttribute = (name: string) => name.startsWith(attributePrefix);

const isActive = (taxes: XmlNode[], id: string): boolean =>
  taxes.some((tax) => textAt(tax, 'idImpuesto') === id && isActiveTax(tax));

const isActiveTax = (tax: XmlNode): boolean => /^(ac|activo)$/i.test(textAt(tax, 'estadoImpuesto'));

/** Of a key that is not active it often says nothing but that. */
function stateOf(general: XmlNode | undefined, remarks: string[]): Taxpayer['state'] {
  const said = textAt(general, 'estadoClave').toUpperCase();
  if (said === 'ACTIVO') return 'active';
  if (said === 'INACTIVO') return 'inactive';
  return remarks.some((text) => /inactiva|cancelada/i.test(text)) ? 'inactive' : undefined;
}

function kindOf(tipoPersona: string, cuit: string): Taxpayer['kind'] {
  if (/^f[ií]sica$/i.test(tipoPersona)) return 'person';
  return /^jur[ií]dica$/i.test(tipoPersona) || cuit.startsWith('3') ? 'company' : 'person';
}

const nameIn = (node: XmlNode | undefined): string =>
  readable(textAt(node, 'razonSocial') || `${textAt(node, 'apellido')} ${textAt(node, 'nombre')}`);

function addressIn(domicilio: XmlNode | undefined): Taxpayer['address'] {
  const parts = {
    street: readable(textAt(domicilio, 'direccion')),
    locality: readable(textAt(domicilio, 'localidad')),
    postalCode: readable(textAt(domicilio, 'codPostal')),
    province: readable(textAt(domicilio, 'descripcionProvincia')),
  };
  const said = Object.entries(parts).filter(([, text]) => text !== '');
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

const longestText = 500;
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Some of its texts were escaped before they were put into the answer, and so they are once more: `PE&amp;#209;A`. */
const readable = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) =>
      name ? (named[name.toLowerCase()] ?? whole) : character(decimal ? Number(decimal) : Number(`0x${hex}`)),
    )
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, longestText);

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
