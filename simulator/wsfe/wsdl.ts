import { escapeXml } from '../soap/xml.ts';
import { wsfeNamespace } from './envelope.ts';
import type { WsfeOperation } from './operation.ts';
import { arrayType, complexType, fields } from './schemas.ts';

/** Both bindings (SOAP 1.1 and 1.2) of every operation of the table. */
export function wsfeDescription(address: string, operations: readonly WsfeOperation[]): string {
  const join = (part: (operation: WsfeOperation) => string) => operations.map(part).join('\n');
  const url = escapeXml(address);
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions targetNamespace="${wsfeNamespace}" xmlns:tns="${wsfeNamespace}" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="${wsfeNamespace}">${sharedTypes}
${join(schema)}
    </s:schema>
  </wsdl:types>
${join(messages)}
  <wsdl:portType name="ServiceSoap">
${join(portOperation)}
  </wsdl:portType>
${binding('ServiceSoap', 'soap', join)}
${binding('ServiceSoap12', 'soap12', join)}
  <wsdl:service name="Service">
    <wsdl:port name="ServiceSoap" binding="tns:ServiceSoap"><soap:address location="${url}"/></wsdl:port>
    <wsdl:port name="ServiceSoap12" binding="tns:ServiceSoap12"><soap12:address location="${url}"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

const sharedTypes =
  complexType('FEAuthRequest', 'Token:string Sign:string Cuit:long') +
  arrayType('Err') +
  complexType('Err', 'Code:int Msg:string') +
  arrayType('Evt') +
  complexType('Evt', 'Code:int Msg:string');

function schema({ name, needsAuth, request, result, eventsFirst, types = '' }: WsfeOperation): string {
  const auth = needsAuth ? 'Auth:FEAuthRequest ' : '';
  const messages = eventsFirst
    ? ' Events:ArrayOfEvt Errors:ArrayOfErr'
    : ' Errors:ArrayOfErr Events:ArrayOfEvt';
  return `
      <s:element name="${name}"><s:complexType><s:sequence>${fields(auth + request)}</s:sequence></s:complexType></s:element>
      <s:element name="${name}Response"><s:complexType><s:sequence>${fields(`${name}Result:${name}Result`)}</s:sequence></s:complexType></s:element>
${complexType(`${name}Result`, result + (needsAuth ? messages : ''))}${types}`;
}

function messages({ name }: WsfeOperation): string {
  return `  <wsdl:message name="${name}SoapIn"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
  <wsdl:message name="${name}SoapOut"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`;
}

function portOperation({ name }: WsfeOperation): string {
  return `    <wsdl:operation name="${name}"><wsdl:input message="tns:${name}SoapIn"/><wsdl:output message="tns:${name}SoapOut"/></wsdl:operation>`;
}

type Join = (part: (operation: WsfeOperation) => string) => string;

function binding(name: string, prefix: 'soap' | 'soap12', join: Join): string {
  const body = `<${prefix}:body use="literal"/>`;
  const operation = ({ name: operationName }: WsfeOperation) =>
    `    <wsdl:operation name="${operationName}"><${prefix}:operation soapAction="${wsfeNamespace}${operationName}" style="document"/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`;
  return `  <wsdl:binding name="${name}" type="tns:ServiceSoap">
    <${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${join(operation)}
  </wsdl:binding>`;
}
