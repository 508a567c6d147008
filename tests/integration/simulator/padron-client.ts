import type { Environment, RunningSimulator } from '#tests/support/simulator.ts';
import { company, type Holder, newHolder } from './applicant.ts';
import { login } from './wsaa-client.ts';

export const padronService = 'ws_sr_constancia_inscripcion';

export type PadronCredentials = { token?: string; sign?: string; cuitRepresentada?: string };
export type PadronAnswer = { status: number; text: string; contentType: string; fault: string | undefined };

/** Whoever may ask about anybody, in the name of `company`. */
export async function newAsker(simulator: RunningSimulator, environment: Environment): Promise<Holder> {
  const holder = await newHolder(simulator, environment);
  const { cuit, alias } = holder;
  const relation = { cuit, alias, represented_cuit: company, service: padronService };
  await simulator.authorise(environment, relation);
  return holder;
}

export async function newPadronTicket(
  simulator: RunningSimulator,
  environment: Environment,
): Promise<Required<PadronCredentials>> {
  const holder = await newAsker(simulator, environment);
  const { token, sign } = await login(simulator, environment, holder, { service: padronService });
  return { token, sign, cuitRepresentada: company };
}

export function askPadron(
  simulator: RunningSimulator,
  environment: Environment,
  operation: string,
  { credentials = {}, people = [] }: { credentials?: PadronCredentials; people?: string[] } = {},
): Promise<PadronAnswer> {
  const elements = Object.entries(credentials).map(([name, value]) => `<${name}>${value}</${name}>`);
  const ids = people.map((cuit) => `<idPersona>${cuit}</idPersona>`);
  const body = `<a5:${operation} xmlns:a5="http://a5.soap.ws.server.puc.sr/">${[...elements, ...ids].join('')}</a5:${operation}>`;
  return postPadron(simulator, environment, body);
}

export async function postPadron(
  simulator: RunningSimulator,
  environment: Environment,
  body: string,
  envelope = 'http://schemas.xmlsoap.org/soap/envelope/',
): Promise<PadronAnswer> {
  const response = await fetch(padronAddress(simulator, environment), {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    body: `<s:Envelope xmlns:s="${envelope}"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`,
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    contentType: response.headers.get('content-type') ?? '',
    fault: /<faultstring>([^<]*)</.exec(text)?.[1],
  };
}

export const padronAddress = ({ url }: RunningSimulator, environment: Environment) =>
  `${url}/${environment}/sr-padron/webservices/personaServiceA5`;
