import { escapeXml } from './xml.ts';

const simpleTypes = ['int', 'long', 'short', 'double', 'decimal', 'string'];

/**
 * XSD elements from `Name:type` items; types of the service are written without prefix. Optional: strings,
 * types of the service, and types that end in `?`.
 */
function fields(declarations: string): string {
  return declarations
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const [name = '', sign = ''] = word.split(':');
      const type = sign.replace('?', '');
      const isSimple = simpleTypes.includes(type);
      const isRequired = isSimple && type !== 'string' && type === sign;
      const optional = isRequired ? '' : ' minOccurs="0"';
      return `<s:element${optional} name="${name}" type="${isSimple ? 's' : 'tns'}:${type}"/>`;
    })
    .join('');
}

export function complexType(name: string, declarations: string): string {
  return `
      <s:complexType name="${name}"><s:sequence>${fields(declarations)}</s:sequence></s:complexType>`;
}

/** `ArrayOf<type>` with items named `item`. */
export function arrayType(type: string, item = type): string {
  return `
      <s:complexType name="ArrayOf${type}"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="${item}" nillable="true" type="tns:${type}"/></s:sequence></s:complexType>`;
}

/** Request and response elements of an operation; their content as in `fields`. */
export function operationElements(name: string, request: string, result: string): string {
  return `
      <s:element name="${name}"><s:complexType><s:sequence>${fields(request)}</s:sequence></s:complexType></s:element>
      <s:element name="${name}Response"><s:complexType><s:sequence>${fields(`${name}Result:${result}`)}</s:sequence></s:complexType></s:element>`;
}

type Description = {
  namespace: string;
  /** The simulator's. */
  address: string;
  operations: readonly string[];
  /** XSD of the elements of all operations and of their types. */
  schema: string;
};

/** WSDL with both bindings (SOAP 1.1 and 1.2) of every operation. */
export function asmxDescription({ namespace, address, operations, schema }: Description): string {
  const join = (part: (operation: string) => string) => operations.map(part).join('\n');
  const url = escapeXml(address);
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions targetNamespace="${namespace}" xmlns:tns="${namespace}" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="${namespace}">${schema}
    </s:schema>
  </wsdl:types>
${join(messages)}
  <wsdl:portType name="ServiceSoap">
${join(portOperation)}
  </wsdl:portType>
${binding('ServiceSoap', 'soap', namespace, join)}
${binding('ServiceSoap12', 'soap12', namespace, join)}
  <wsdl:service name="Service">
    <wsdl:port name="ServiceSoap" binding="tns:ServiceSoap"><soap:address location="${url}"/></wsdl:port>
    <wsdl:port name="ServiceSoap12" binding="tns:ServiceSoap12"><soap12:address location="${url}"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

function messages(name: string): string {
  return `  <wsdl:message name="${name}SoapIn"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
  <wsdl:message name="${name}SoapOut"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`;
}

function portOperation(name: string): string {
  return `    <wsdl:operation name="${name}"><wsdl:input message="tns:${name}SoapIn"/><wsdl:output message="tns:${name}SoapOut"/></wsdl:operation>`;
}

function binding(
  name: string,
  prefix: 'soap' | 'soap12',
  namespace: string,
  join: (part: (operation: string) => string) => string,
): string {
  const body = `<${prefix}:body use="literal"/>`;
  const operation = (operationName: string) =>
    `    <wsdl:operation name="${operationName}"><${prefix}:operation soapAction="${namespace}${operationName}" style="document"/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`;
  return `  <wsdl:binding name="${name}" type="tns:ServiceSoap">
    <${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${join(operation)}
  </wsdl:binding>`;
}
