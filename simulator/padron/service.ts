import { type Answer, answer, type Incoming, pageAnswer } from '#simulator/http/exchange.ts';
import { escapeXml, readEnvelope, type SoapRequest, textOf, type XmlElement } from '#simulator/soap/xml.ts';
import { isSigned, isValidAt, openToken } from '#simulator/wsaa/access-ticket.ts';
import { argentineIso } from '../clock.ts';
import type { Environment } from '../environment.ts';
import { lookUpTaxpayer } from '../registry/register.ts';
import type { Simulation } from '../simulation.ts';
import {
  type PadronFault,
  padronAnswer,
  padronFaultAnswer,
  padronNamespace,
  personXml,
  unknownPersonXml,
} from './person-xml.ts';
import { fault, types } from './types.ts';

/** PersonaServiceA5 (docs/authority.md#taxpayers-register). */
export function answerPadron(simulation: Simulation, environment: Environment, incoming: Incoming): Answer {
  if (incoming.method !== 'POST') return showDescription(incoming);
  const request = readEnvelope(incoming.body.toString('utf8'));
  if (!request) return padronFaultAnswer({ side: 'Client', text: 'Error reading XMLStreamReader.' });
  const refused = refuseRequest(request);
  if (refused) return padronFaultAnswer(refused);
  const { operation: input } = request;
  const operation = input.localName;
  if (operation === 'dummy') return padronAnswer(operation, dummy);
  const fault = refuseCredentials(simulation, environment, input);
  if (fault) return padronFaultAnswer(fault);
  const requested = input.children
    .filter(({ localName }) => localName === 'idPersona')
    .map(({ text }) => text.trim());
  const person = (cuit: string) => lookUpTaxpayer(simulation, environment, cuit);
  const metadata = metadataXml(simulation, environment);
  if (!operation.startsWith('getPersonaList')) {
    const found = person(requested[0] ?? '');
    if (!found) return padronFaultAnswer({ text: nobody, isValidation: true });
    return padronAnswer(operation, `<personaReturn>${personXml(found)}${metadata}</personaReturn>`);
  }
  if (requested.length > largestList) {
    return padronFaultAnswer({ text: `Se superó el máximo de ${largestList} personas`, isValidation: true });
  }
  const people = requested.map((cuit) => {
    const found = person(cuit);
    return `<persona>${found ? personXml(found) : unknownPersonXml(nobody, cuit)}</persona>`;
  });
  return padronAnswer(operation, `<personaListReturn>${metadata}${people.join('')}</personaListReturn>`);
}

/** The older operations, without `_v2`, are still served. */
const operations = ['dummy', 'getPersona', 'getPersona_v2', 'getPersonaList', 'getPersonaList_v2'];
const nobody = 'No existe persona con ese Id';
const largestList = 250;
const dummy = '<return><appserver>OK</appserver><authserver>OK</authserver><dbserver>OK</dbserver></return>';

function showDescription({ origin, path, query }: Incoming): Answer {
  const wantsDescription = [...query.keys()].some((key) => key.toLowerCase() === 'wsdl');
  if (wantsDescription) return answer(200, 'text/xml;charset=UTF-8', padronDescription(origin + path));
  const names = operations.map((name) => `<li>${name}</li>`).join('');
  return pageAnswer(200, `<h1>PersonaServiceA5</h1><ul>${names}</ul>`);
}

/** Faults that CXF returns for messages that do not reach the service. */
function refuseRequest({ version, operation, namespace }: SoapRequest) {
  const { localName, children } = operation;
  if (version !== '1.1') {
    const text = 'A SOAP 1.2 message is not valid when sent to a SOAP 1.1 only endpoint.';
    return { side: 'VersionMismatch', text } as const;
  }
  if (namespace !== padronNamespace || !operations.includes(localName)) {
    const text = `Message part {${namespace}}${localName} was not recognized.  (Does it exist in service WSDL?)`;
    return { side: 'Client', text } as const;
  }
  // The elements of a request have no namespace; an `xmlns` on the operation would make them inherit one.
  const qualified = children.find((child) => isQualified(child, operation));
  if (qualified) {
    const text = `Unmarshalling Error: unexpected element (uri:"${namespace}", local:"${qualified.localName}").`;
    return { side: 'Client', text } as const;
  }
  const wrong = children.find(
    ({ localName: name, text }) => isNumber(name) && !/^\s*\d{1,18}\s*$/.test(text),
  );
  if (!wrong) return undefined;
  return { side: 'Client', text: `Unmarshalling Error: For input string: "${wrong.text}"` } as const;
}

const isNumber = (name: string) => name === 'idPersona' || name === 'cuitRepresentada';

function isQualified({ name, attributes }: XmlElement, operation: XmlElement): boolean {
  return name.includes(':') || (attributes.xmlns ?? operation.attributes.xmlns ?? '') !== '';
}

function metadataXml({ clock }: Simulation, environment: Environment): string {
  const server = environment === 'sandbox' ? 'setiwsh2' : 'aws.afip.gov.ar';
  return `<metadata><fechaHora>${argentineIso(clock.now())}</fechaHora><servidor>${server}</servidor></metadata>`;
}

const service = 'ws_sr_constancia_inscripcion';

/**
 * Checks the credentials before anything else. The first three texts were seen; those for a ticket that has
 * expired, is for another service or for other CUITs are inferred (docs/authority.md#taxpayers-register).
 */
function refuseCredentials(
  simulation: Simulation,
  environment: Environment,
  input: XmlElement,
): PadronFault | undefined {
  const token = textOf(input, 'token');
  const sign = textOf(input, 'sign');
  if (token === undefined || sign === undefined) return { text: 'Falta token y/o sign.', isValidation: true };
  const opened = openToken(token);
  if (!opened) return { text: 'Token malformado' };
  if (!isSigned(opened, sign, simulation.offices[environment].authority)) {
    return { text: 'No se pudo verificar que <sign> contenga una firma valida de <token>' };
  }
  if (!isValidAt(opened.validity, simulation.clock.now())) return { text: 'Token vencido' };
  if (opened.service !== service) return { text: 'No autorizado, par token/sign invalido.' };
  const cuit = textOf(input, 'cuitRepresentada') ?? '';
  if (opened.relations.includes(cuit)) return undefined;
  return { text: `Este token no le permite actuar en representacion de la CUIT ${cuit}` };
}

/** Document/literal, SOAP 1.1 only; names and order as in the authority's WSDL. */
function padronDescription(address: string): string {
  const join = (part: (operation: string) => string) => wsdlOperations.map(part).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="PersonaServiceA5" targetNamespace="${padronNamespace}" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${padronNamespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xs:schema attributeFormDefault="unqualified" elementFormDefault="unqualified" targetNamespace="${padronNamespace}">
${[...wsdlOperations.flatMap((name) => [name, `${name}Response`]), fault].map(rootElement).join('\n')}
${Object.entries(types).map(complexType).join('\n')}
    </xs:schema>
  </wsdl:types>
${join((name) => message(name) + message(`${name}Response`))}${message(fault)}
  <wsdl:portType name="PersonaServiceA5">
${join(portOperation)}
  </wsdl:portType>
  <wsdl:binding name="PersonaServiceA5SoapBinding" type="tns:PersonaServiceA5">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${join(boundOperation)}
  </wsdl:binding>
  <wsdl:service name="PersonaServiceA5">
    <wsdl:port binding="tns:PersonaServiceA5SoapBinding" name="PersonaServiceA5Port"><soap:address location="${escapeXml(address)}"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

const wsdlOperations = ['getPersona', 'getPersonaList', 'getPersona_v2', 'dummy', 'getPersonaList_v2'];

const rootElement = (name: string) => `      <xs:element name="${name}" type="tns:${name}"/>`;

function complexType([name, declarations]: [string, string]): string {
  const elements = declarations.split(/\s+/).filter(Boolean).map(field).join('');
  return `      <xs:complexType name="${name}"><xs:sequence>${elements}</xs:sequence></xs:complexType>`;
}

const occurrences: Record<string, string> = {
  '': ' minOccurs="0"',
  '!': '',
  '+': ' maxOccurs="unbounded"',
  '*': ' maxOccurs="unbounded" minOccurs="0" nillable="true"',
};

function field(declaration: string): string {
  const [, name, type = '', times = ''] = /^(\w+):(\w+)([!+*]?)$/.exec(declaration) ?? [];
  const prefix = ['string', 'int', 'long', 'dateTime'].includes(type) ? 'xs' : 'tns';
  return `<xs:element${occurrences[times]} name="${name}" type="${prefix}:${type}"/>`;
}

const message = (name: string) =>
  `  <wsdl:message name="${name}"><wsdl:part element="tns:${name}" name="${name === fault ? fault : 'parameters'}"/></wsdl:message>\n`;

const mayFail = (name: string) => name !== 'dummy';

function portOperation(name: string): string {
  const failure = mayFail(name) ? `<wsdl:fault message="tns:${fault}" name="${fault}"/>` : '';
  return `    <wsdl:operation name="${name}"><wsdl:input message="tns:${name}" name="${name}"/><wsdl:output message="tns:${name}Response" name="${name}Response"/>${failure}</wsdl:operation>`;
}

function boundOperation(name: string): string {
  const body = '<soap:body use="literal"/>';
  const failure = mayFail(name)
    ? `<wsdl:fault name="${fault}"><soap:fault name="${fault}" use="literal"/></wsdl:fault>`
    : '';
  return `    <wsdl:operation name="${name}"><soap:operation soapAction="" style="document"/><wsdl:input name="${name}">${body}</wsdl:input><wsdl:output name="${name}Response">${body}</wsdl:output>${failure}</wsdl:operation>`;
}
