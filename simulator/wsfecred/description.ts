import { wsfecredNamespace } from './answers.ts';

/** Types of the three simulated operations, with the authority's names and order. `?`: optional, `*`: a list. */
const types: Readonly<Record<string, string>> = {
  AuthRequestType: 'token:string sign:string cuitRepresentada:long',
  CodigoDescripcionType: 'codigo:short descripcion:string',
  ArrayCodigosDescripcionesType: 'codigoDescripcion:CodigoDescripcionType*',
  CodigoDescripcionStringType: 'codigo:string descripcion:string',
  ArrayCodigosDescripcionesStringType: 'codigoDescripcionString:CodigoDescripcionStringType*',
  DummyReturnType: 'appserver:string authserver:string dbserver:string',
  DummyResponseType: 'dummyReturn:DummyReturnType',
  ConsultarMontoObligadoRecepcionRequestType:
    'authRequest:AuthRequestType cuitConsultada:long fechaEmision:date',
  ConsultarMontoObligadoRecepcionReturnType: `obligado:string? montoDesde:decimal?
    arrayObservacion:ArrayCodigosDescripcionesType? arrayErrores:ArrayCodigosDescripcionesType?
    arrayErroresFormato:ArrayCodigosDescripcionesStringType?`,
  ConsultarMontoObligadoRecepcionResponseType:
    'consultarMontoObligadoRecepcionReturn:ConsultarMontoObligadoRecepcionReturnType',
  FiltroFechaType: 'tipo:string desde:date hasta:date',
  ConsultarComprobanteRequestType: `authRequest:AuthRequestType rolCUITRepresentada:string CUITContraparte:long?
    codTipoCmp:short? estadoCmp:string? fecha:FiltroFechaType? codCtaCte:long? estadoCtaCte:string? nroPagina:short?`,
  EstadoCmpType: 'estado:string fechaHoraEstado:dateTime',
  MotivoRechazoType: 'codMotivo:short descMotivo:string justificacion:string',
  ArrayMotivosRechazoType: 'motivoRechazo:MotivoRechazoType*',
  ComprobanteType: `cuitEmisor:long razonSocialEmi:string codTipoCmp:short ptovta:int nroCmp:long cuitReceptor:long
    razonSocialRecep:string tipoCodAuto:string codAutorizacion:long fechaEmision:date fechaPuestaDispo:date?
    fechaVenPago:date? fechaVenAcep:date? importeTotal:decimal codMoneda:string cotizacionMoneda:decimal
    CBUEmisor:string? AliasEmisor:string? esAnulacion:string? codCtaCte:long estado:EstadoCmpType tipoAcep:string?
    fechaHoraAcep:dateTime? arrayMotivosRechazo:ArrayMotivosRechazoType? opcionTransferencia:string?`,
  ArrayComprobantesType: 'comprobante:ComprobanteType*',
  ConsultarCmpReturnType: `arrayComprobantes:ArrayComprobantesType? nroPagina:short? hayMas:string?
    evento:CodigoDescripcionType? arrayObservaciones:ArrayCodigosDescripcionesType?
    arrayErrores:ArrayCodigosDescripcionesType? arrayErroresFormato:ArrayCodigosDescripcionesStringType?`,
  ConsultarComprobantesResponseType: 'consultarCmpReturn:ConsultarCmpReturnType',
};

/** Root elements of the messages, by their types. The request of `dummy` is an empty body. */
const elements: Readonly<Record<string, string>> = {
  dummyResponse: 'DummyResponseType',
  consultarComprobantesRequest: 'ConsultarComprobanteRequestType',
  consultarComprobantesResponse: 'ConsultarComprobantesResponseType',
  consultarMontoObligadoRecepcionRequest: 'ConsultarMontoObligadoRecepcionRequestType',
  consultarMontoObligadoRecepcionResponse: 'ConsultarMontoObligadoRecepcionResponseType',
};

const operations = ['dummy', 'consultarComprobantes', 'consultarMontoObligadoRecepcion'];

/** Document/literal, SOAP 1.1 only; elements within have no namespace. @param address escaped */
export function wsfecredDescription(address: string): string {
  const join = (part: (operation: string) => string) => operations.map(part).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="FECredService" targetNamespace="${wsfecredNamespace}" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${wsfecredNamespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xsd:schema targetNamespace="${wsfecredNamespace}">
${Object.entries(elements)
  .map(([name, type]) => `      <xsd:element name="${name}" type="tns:${type}"/>`)
  .join('\n')}
${Object.entries(types).map(complexType).join('\n')}
    </xsd:schema>
  </wsdl:types>
${join((name) => message(`${name}Request`) + message(`${name}Response`))}
  <wsdl:portType name="FECredServicePortType">
${join((name) => `    <wsdl:operation name="${name}"><wsdl:input message="tns:${name}Request"/><wsdl:output message="tns:${name}Response"/></wsdl:operation>`)}
  </wsdl:portType>
  <wsdl:binding name="FECredServiceSOAP" type="tns:FECredServicePortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${join(boundOperation)}
  </wsdl:binding>
  <wsdl:service name="FECredService">
    <wsdl:port binding="tns:FECredServiceSOAP" name="FECredServiceSOAP"><soap:address location="${address}"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

function complexType([name, declarations]: [string, string]): string {
  const fields = declarations.split(/\s+/).map(field).join('');
  return `      <xsd:complexType name="${name}"><xsd:sequence>${fields}</xsd:sequence></xsd:complexType>`;
}

const occurrences: Record<string, string> = {
  '': '',
  '?': ' minOccurs="0"',
  '*': ' maxOccurs="unbounded"',
};

function field(declaration: string): string {
  const [, name, type = '', times = ''] = /^(\w+):(\w+)([?*]?)$/.exec(declaration) ?? [];
  const prefix = /^[a-z]/.test(type) ? 'xsd' : 'tns';
  return `<xsd:element${occurrences[times]} name="${name}" type="${prefix}:${type}"/>`;
}

function message(name: string): string {
  const part = Object.hasOwn(elements, name) ? `<wsdl:part element="tns:${name}" name="parameters"/>` : '';
  return `  <wsdl:message name="${name}">${part}</wsdl:message>\n`;
}

function boundOperation(name: string): string {
  const body = '<soap:body use="literal"/>';
  return `    <wsdl:operation name="${name}"><soap:operation soapAction="${wsfecredNamespace}${name}"/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`;
}
