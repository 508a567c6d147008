import { argentineIso } from '../clock.ts';
import type { Environment } from '../environment.ts';
import { type Answer, answer, type Incoming, pageAnswer } from '../http/exchange.ts';
import { lookUpTaxpayer } from '../registry/register.ts';
import type { Simulation } from '../simulation.ts';
import { readEnvelope, type SoapRequest } from '../soap/envelope.ts';
import type { XmlElement } from '../soap/xml.ts';
import { padronAnswer, padronFaultAnswer, padronNamespace } from './envelope.ts';
import { nobodyXml, personXml } from './person-xml.ts';
import { refuseCredentials } from './token.ts';
import { padronDescription } from './wsdl.ts';

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
  const asked = input.children
    .filter(({ localName }) => localName === 'idPersona')
    .map(({ text }) => text.trim());
  const person = (cuit: string) => lookUpTaxpayer(simulation, environment, cuit);
  const metadata = metadataXml(simulation, environment);
  if (!operation.startsWith('getPersonaList')) {
    const found = person(asked[0] ?? '');
    if (!found) return padronFaultAnswer({ text: nobody, isValidation: true });
    return padronAnswer(operation, `<personaReturn>${personXml(found)}${metadata}</personaReturn>`);
  }
  if (asked.length > largestList) {
    return padronFaultAnswer({ text: `Se superó el máximo de ${largestList} personas`, isValidation: true });
  }
  const people = asked.map((cuit) => {
    const found = person(cuit);
    return `<persona>${found ? personXml(found) : nobodyXml(nobody, cuit)}</persona>`;
  });
  return padronAnswer(operation, `<personaListReturn>${metadata}${people.join('')}</personaListReturn>`);
}

/** The older ones, without `_v2`, are still there. */
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

/** What CXF itself says of a message that does not reach the service. */
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
  // The elements of a request have no namespace: with `xmlns` on the operation they would inherit its own.
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
