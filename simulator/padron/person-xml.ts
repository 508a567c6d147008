import { type Answer, answer } from '#simulator/http/exchange.ts';
import type { FiscalAddress, RegisteredTaxpayer } from '#simulator/registry/taxpayers.ts';
import { escapeXml } from '#simulator/soap/xml.ts';

/** Response parts for one taxpayer, each with its elements in alphabetical order, as recorded. */
export function personXml(taxpayer: RegisteredTaxpayer): string {
  if (taxpayer.isWithheld) return objectionsXml(taxpayer);
  return (
    generalXml(taxpayer) +
    (taxpayer.vatStatus === 'monotributo' ? simplifiedRegimeXml(taxpayer) : '') +
    generalRegimeXml(taxpayer) +
    objectionsXml(taxpayer) +
    (taxpayer.vatStatus === 'none' ? noRegimeXml() : '')
  );
}

/** List item for a CUIT that nobody has. */
export function unknownPersonXml(text: string, cuit: string): string {
  return group('errorConstancia', element('error', text) + element('idPersona', cuit));
}

function generalXml({ cuit, kind, name, state, address, since }: RegisteredTaxpayer): string {
  const isCompany = kind === 'company';
  const founded = `${String(since).slice(0, 4)}-${String(since).slice(4)}-01T12:00:00-03:00`;
  return group(
    'datosGenerales',
    ('surname' in name ? nameElement('apellido', name.surname) : '') +
      (address ? addressXml(address) : '') +
      element('esSucesion', 'NO') +
      element('estadoClave', state) +
      (isCompany ? element('fechaContratoSocial', founded) : '') +
      element('idPersona', cuit) +
      element('mesCierre', 12) +
      ('givenName' in name ? nameElement('nombre', name.givenName) : '') +
      ('businessName' in name ? nameElement('razonSocial', name.businessName) : '') +
      element('tipoClave', 'CUIT') +
      element('tipoPersona', isCompany ? 'JURIDICA' : 'FISICA'),
  );
}

function addressXml({ street, place }: FiscalAddress): string {
  return group(
    'domicilioFiscal',
    (place ? element('codPostal', place.postalCode) + element('descripcionProvincia', place.province) : '') +
      streetElement('direccion', street) +
      (place ? element('idProvincia', place.provinceId) : '') +
      (place?.locality ? element('localidad', place.locality) : '') +
      element('tipoDomicilio', 'FISCAL'),
  );
}

function objectionsXml({ cuit, name, objections, isWithheld }: RegisteredTaxpayer): string {
  if (objections.length === 0) return '';
  const person = isWithheld && 'surname' in name ? name : undefined;
  return group(
    'errorConstancia',
    (person ? nameElement('apellido', person.surname) : '') +
      objections.map((text) => element('error', text)).join('') +
      element('idPersona', cuit) +
      (person ? nameElement('nombre', person.givenName) : ''),
  );
}

function simplifiedRegimeXml(taxpayer: RegisteredTaxpayer): string {
  const { since } = taxpayer;
  return group(
    'datosMonotributo',
    activityXml('actividad', taxpayer) +
      activityXml('actividadMonotributista', taxpayer) +
      group(
        'categoriaMonotributo',
        element('descripcionCategoria', 'B LOCACIONES DE SERVICIOS') +
          element('idCategoria', 36) +
          element('idImpuesto', 20) +
          element('periodo', since),
      ) +
      taxXml(20, 'MONOTRIBUTO', taxpayer),
  );
}

/** A Monotributo taxpayer can also be an employer; the response then has both regimes. */
function generalRegimeXml(taxpayer: RegisteredTaxpayer): string {
  const { kind, vatStatus } = taxpayer;
  if (vatStatus === 'none') return '';
  const income = kind === 'company' ? [10, 'GANANCIAS SOCIEDADES'] : [11, 'GANANCIAS PERSONAS FISICAS'];
  const taxes = {
    registered: [income, [30, 'IVA']],
    exempt: [income, [32, 'IVA EXENTO']],
    monotributo: [[301, 'EMPLEADOR-APORTES SEG. SOCIAL']],
  }[vatStatus];
  return group(
    'datosRegimenGeneral',
    activityXml('actividad', taxpayer) +
      taxes.map(([id, title]) => taxXml(Number(id), String(title), taxpayer)).join(''),
  );
}

/** For a taxpayer with nothing to certify. */
function noRegimeXml(): string {
  return group(
    'errorRegimenGeneral',
    element(
      'error',
      'El contribuyente no cuenta con impuestos activos y posee impuestos con baja de oficio por Decreto 1299/98',
    ) + element('mensaje', 'No cumple con las condiciones para enviar datos del regimen general'),
  );
}

function activityXml(name: string, { activity, since }: RegisteredTaxpayer): string {
  return group(
    name,
    element('descripcionActividad', activity.title) +
      element('idActividad', activity.id) +
      element('nomenclador', 883) +
      element('orden', 1) +
      element('periodo', since),
  );
}

/** `AC` was recorded. The code `BA`, for a tax without effect, is inferred. */
function taxXml(id: number, title: string, { state, since }: RegisteredTaxpayer): string {
  return group(
    'impuesto',
    element('descripcionImpuesto', title) +
      element('estadoImpuesto', state === 'ACTIVO' ? 'AC' : 'BA') +
      element('idImpuesto', id) +
      element('motivo', 'INSCRIPCIÓN NO TRAMITADA EN AGENCIA') +
      element('periodo', since),
  );
}

function group(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function element(name: string, value: string | number): string {
  return group(name, escapeXml(String(value)));
}

/** Written as `PE&#209;A`, which any parser decodes to the letter. */
function nameElement(name: string, value: string): string {
  return group(name, withReferences(escapeXml(value)));
}

/** Written as `PE&amp;#209;A`, which a parser decodes to `PE&#209;A`, as users of the service report. */
function streetElement(name: string, value: string): string {
  return group(name, escapeXml(withReferences(value)));
}

function withReferences(text: string): string {
  return text.replace(/[Ññ]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

export const padronNamespace = 'http://a5.soap.ws.server.puc.sr/';

/** CXF writes neither an XML declaration nor a header. Elements inside the operation have no namespace. */
export function padronAnswer(operation: string, result: string): Answer {
  const name = `ns2:${operation}Response`;
  return send(200, `<${name} xmlns:ns2="${padronNamespace}">${result}</${name}>`);
}

export type PadronFault = {
  text: string;
  side?: 'Server' | 'Client' | 'VersionMismatch';
  /** Adds an SRValidationException to `detail`. */
  isValidation?: boolean;
};

export function padronFaultAnswer({ text, side = 'Server', isValidation = false }: PadronFault): Answer {
  const detail = isValidation
    ? `<detail><ns1:SRValidationException xmlns:ns1="${padronNamespace}"/></detail>`
    : '';
  const code = `<faultcode>soap:${side}</faultcode>`;
  return send(500, `<soap:Fault>${code}<faultstring>${escapeXml(text)}</faultstring>${detail}</soap:Fault>`);
}

function send(status: number, body: string): Answer {
  const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
  return answer(status, 'text/xml;charset=UTF-8', envelope);
}
