import { type Answer, answer, type Incoming, pageAnswer } from '#simulator/http/exchange.ts';
import {
  childNamed,
  envelopeNamespaces,
  escapeXml,
  readEnvelope,
  type SoapRequest,
} from '#simulator/soap/xml.ts';
import { type Environment, profiles } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import { axisFaultAnswer, LoginFault, loginFaultAnswer } from './faults.ts';
import { login } from './login.ts';

export function answerWsaa(simulation: Simulation, environment: Environment, incoming: Incoming): Answer {
  if (incoming.method !== 'POST') return showDescription(incoming);
  const result = answerLogin(simulation, environment, incoming);
  simulation.stats.count(environment, result.status === 200 ? 'logins' : 'refused_logins');
  return result;
}

function showDescription({ origin, path, query }: Incoming): Answer {
  const wantsDescription = [...query.keys()].some((key) => key.toLowerCase() === 'wsdl');
  if (wantsDescription) return answer(200, 'text/xml;charset=utf-8', wsaaDescription(origin + path));
  return pageAnswer(200, '<h1>LoginCms</h1>\n<p>Hi there, this is an AXIS service!</p>\n');
}

/** Accepts and refuses calls as Axis does: docs/authority.md#login-call. */
function answerLogin(simulation: Simulation, environment: Environment, incoming: Incoming): Answer {
  const hostname = profiles[environment].wsaaHost;
  const { headers, body } = incoming;
  const isSoap12 = headers['content-type']?.includes('application/soap+xml') ?? false;
  if (headers.soapaction === undefined && !isSoap12) {
    return axisFaultAnswer('ns1:Client.NoSOAPAction', 'no SOAPAction header!', hostname);
  }
  const request = readEnvelope(body.toString('utf8'));
  if (!request) {
    const text = 'org.xml.sax.SAXParseException: Content is not allowed in prolog.';
    return axisFaultAnswer('soapenv:Server.userException', text, hostname);
  }
  if (request.operation.localName !== 'loginCms') {
    const text = `No such operation '${request.operation.localName}'`;
    return axisFaultAnswer('ns1:Client', text, hostname);
  }
  const in0 = childNamed(request.operation, 'in0')?.text;
  if (in0 === undefined) {
    return axisFaultAnswer('soapenv:Server.userException', 'java.lang.NullPointerException', hostname);
  }
  try {
    return ticketAnswer(request, login(simulation, environment, in0));
  } catch (error) {
    if (error instanceof LoginFault) return loginFaultAnswer(error.code, hostname);
    throw error;
  }
}

function ticketAnswer({ version, namespace }: SoapRequest, ticket: string): Answer {
  return answer(
    200,
    version === '1.2' ? 'application/soap+xml;charset=utf-8' : 'text/xml;charset=utf-8',
    `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="${envelopeNamespaces[version]}"` +
      ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
      ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>' +
      `<loginCmsResponse xmlns="${escapeXml(namespace)}">` +
      `<loginCmsReturn>${escapeXml(ticket)}</loginCmsReturn>` +
      '</loginCmsResponse></soapenv:Body></soapenv:Envelope>',
  );
}

/** One document/literal operation, as Axis 1.4 describes it. `address` is the simulator's. */
function wsaaDescription(address: string): string {
  const url = escapeXml(address);
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="LoginCMSService" targetNamespace="${url}" xmlns:impl="${url}" xmlns:wsaa="http://wsaa.view.sua.dvadac.desein.afip.gov" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdlsoap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xsd:schema elementFormDefault="qualified" targetNamespace="http://wsaa.view.sua.dvadac.desein.afip.gov">
      <xsd:element name="loginCms">
        <xsd:complexType><xsd:sequence><xsd:element name="in0" type="xsd:string"/></xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="loginCmsResponse">
        <xsd:complexType><xsd:sequence><xsd:element name="loginCmsReturn" type="xsd:string"/></xsd:sequence></xsd:complexType>
      </xsd:element>
    </xsd:schema>
    <xsd:schema elementFormDefault="qualified" targetNamespace="${url}">
      <xsd:complexType name="LoginFault"><xsd:sequence/></xsd:complexType>
      <xsd:element name="fault" type="impl:LoginFault"/>
    </xsd:schema>
  </wsdl:types>
  <wsdl:message name="loginCmsRequest"><wsdl:part element="wsaa:loginCms" name="parameters"/></wsdl:message>
  <wsdl:message name="loginCmsResponse"><wsdl:part element="wsaa:loginCmsResponse" name="parameters"/></wsdl:message>
  <wsdl:message name="LoginFault"><wsdl:part element="impl:fault" name="fault"/></wsdl:message>
  <wsdl:portType name="LoginCMS">
    <wsdl:operation name="loginCms">
      <wsdl:input message="impl:loginCmsRequest" name="loginCmsRequest"/>
      <wsdl:output message="impl:loginCmsResponse" name="loginCmsResponse"/>
      <wsdl:fault message="impl:LoginFault" name="LoginFault"/>
    </wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="LoginCmsSoapBinding" type="impl:LoginCMS">
    <wsdlsoap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="loginCms">
      <wsdlsoap:operation soapAction=""/>
      <wsdl:input name="loginCmsRequest"><wsdlsoap:body use="literal"/></wsdl:input>
      <wsdl:output name="loginCmsResponse"><wsdlsoap:body use="literal"/></wsdl:output>
      <wsdl:fault name="LoginFault"><wsdlsoap:fault name="LoginFault" use="literal"/></wsdl:fault>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="LoginCMSService">
    <wsdl:port binding="impl:LoginCmsSoapBinding" name="LoginCms">
      <wsdlsoap:address location="${url}"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}
