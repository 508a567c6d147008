import { type Environment, profiles } from '../environment.ts';
import { type Answer, answer, type Incoming, pageAnswer } from '../http/exchange.ts';
import type { Simulation } from '../simulation.ts';
import { envelopeNamespaces, readEnvelope, type SoapRequest } from '../soap/envelope.ts';
import { childNamed, escapeXml } from '../soap/xml.ts';
import { axisFaultAnswer, LoginFault, loginFaultAnswer } from './faults.ts';
import { login } from './login.ts';
import { wsaaDescription } from './wsdl.ts';

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

/** Leniencies and Axis' own faults: docs/authority.md#login-call. */
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
