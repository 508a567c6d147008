import { escapeXml } from '../soap/xml.ts';
import { padronNamespace } from './envelope.ts';
import { fault, types } from './types.ts';

/** Document/literal, SOAP 1.1 only; names and order as the authority's own has them. */
export function padronDescription(address: string): string {
  const join = (part: (operation: string) => string) => operations.map(part).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="PersonaServiceA5" targetNamespace="${padronNamespace}" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${padronNamespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xs:schema attributeFormDefault="unqualified" elementFormDefault="unqualified" targetNamespace="${padronNamespace}">
${[...operations.flatMap((name) => [name, `${name}Response`]), fault].map(rootElement).join('\n')}
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

const operations = ['getPersona', 'getPersonaList', 'getPersona_v2', 'dummy', 'getPersonaList_v2'];

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

/** All but `dummy` may end in it. */
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
