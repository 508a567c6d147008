import type { Environment } from '../environment.ts';
import { type Answer, answer, type Incoming, pageAnswer } from '../http/exchange.ts';
import type { Simulation } from '../simulation.ts';
import { readEnvelope, type SoapRequest } from '../soap/envelope.ts';
import { resultAnswer, soapFaultAnswer, wsfeNamespace } from './envelope.ts';
import { UnreadableField, type WsfeMessage } from './errors.ts';
import type { WsfeOperation, WsfeResult } from './operation.ts';
import { operations } from './operations.ts';
import { authenticate } from './token.ts';
import { messagesXml } from './voucher-xml.ts';
import { wsfeDescription } from './wsdl.ts';

export async function answerWsfe(
  simulation: Simulation,
  environment: Environment,
  incoming: Incoming,
): Promise<Answer> {
  if (incoming.method !== 'POST') return showDescription(incoming);
  const request = readEnvelope(incoming.body.toString('utf8'));
  // Malformed XML: 400 with an empty body.
  if (!request) return answer(400, 'text/plain', '');
  const operation = route(request, incoming.headers.soapaction);
  if (!operation) {
    const action = String(incoming.headers.soapaction ?? request.operation.localName);
    const text = `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`;
    return soapFaultAnswer(request.version, 'Client', text);
  }
  try {
    const result = await run(simulation, environment, operation, request);
    const { events } = simulation.offices[environment];
    const xml = resultXml(operation, result, events);
    return resultAnswer(environment, request.version, operation.name, xml, simulation.clock.now());
  } catch (error) {
    if (error instanceof UnreadableField) return soapFaultAnswer(request.version, 'Client', error.message);
    throw error;
  }
}

function resultXml(
  { needsAuth, eventsFirst }: WsfeOperation,
  { values = '', errors = [] }: WsfeResult,
  events: WsfeMessage[],
): string {
  const messages = [
    messagesXml('Errors', 'Err', errors),
    messagesXml('Events', 'Evt', needsAuth ? events : []),
  ];
  return values + (eventsFirst ? messages.reverse() : messages).join('');
}

function showDescription({ origin, path, query }: Incoming): Answer {
  const wantsDescription = [...query.keys()].some((key) => key.toLowerCase() === 'wsdl');
  if (wantsDescription) {
    return answer(200, 'text/xml; charset=utf-8', wsfeDescription(origin + path, operations));
  }
  const names = operations.map(({ name }) => `<li>${name}</li>`).join('');
  return pageAnswer(200, `<h1>Service</h1><ul>${names}</ul>`);
}

/** By SOAPAction in SOAP 1.1 when there is one; otherwise by the body (docs/authority.md#invoicing-calls). */
function route(request: SoapRequest, header: string | string[] | undefined): WsfeOperation | undefined {
  const action = request.version === '1.1' && header !== undefined ? String(header) : undefined;
  const name = action?.replace(/^"|"$/g, '') ?? wsfeNamespace + request.operation.localName;
  return operations.find((operation) => wsfeNamespace + operation.name === name);
}

function run(
  simulation: Simulation,
  environment: Environment,
  operation: WsfeOperation,
  { operation: input }: SoapRequest,
): WsfeResult | Promise<WsfeResult> {
  if (!operation.needsAuth) return operation.run({ simulation, environment, input, cuit: '' });
  const authentication = authenticate(simulation, environment, input);
  if ('error' in authentication) {
    return { values: operation.beside?.(input) ?? '', errors: [authentication.error] };
  }
  return operation.run({ simulation, environment, input, cuit: authentication.cuit });
}
