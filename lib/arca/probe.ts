import type { Environment } from '#lib/authority-environment.ts';
import { authorityOf } from './authority.ts';
import type { AuthorityService } from './sighting.ts';
import { callSoap, soapEnvelope } from './soap.ts';
import { get } from './transport.ts';
import { failureOfAnswer, readOperation, wsfeNamespace } from './wsfe.ts';
import { nodeAt, parseXml, textAt } from './xml.ts';

/** Whether somebody is there takes no login and no patience. */
const longestMs = 10_000;

/** Asks a service only to see whether it answers. What failed; undefined when it answered. */
export function probeAuthority(
  service: AuthorityService,
  environment: Environment,
): Promise<string | undefined> {
  const authority = authorityOf(environment);
  const timeoutMs = Math.min(authority.timeoutMs, longestMs);
  return service === 'wsfe' ? askDummy(authority.wsfe, timeoutMs) : askDescription(authority.wsaa, timeoutMs);
}

const dummy = 'FEDummy';

/** What it says when a part is down was never seen (docs/authority.md#invoicing-calls): all but OK is one. */
async function askDummy(url: string, timeoutMs: number): Promise<string | undefined> {
  const envelope = soapEnvelope(`<${dummy} xmlns="${wsfeNamespace}"/>`);
  const outcome = await callSoap({ url, action: wsfeNamespace + dummy, envelope, timeoutMs });
  const answer = readOperation(dummy, outcome);
  if (answer.kind !== 'answer') return failureOfAnswer(answer);
  const servers = ['AppServer', 'DbServer', 'AuthServer'].map((name) => textAt(answer.result, name));
  return servers.every((state) => state === 'OK') ? undefined : 'authority';
}

/** WSAA has no operation for this; a login would be one. */
async function askDescription(url: string, timeoutMs: number): Promise<string | undefined> {
  const exchange = await get({ url: `${url}?wsdl`, headers: { 'user-agent': 'alta' }, timeoutMs });
  if (exchange.kind === 'failed') return exchange.failure;
  if (exchange.status !== 200) return 'http';
  return nodeAt(parseXml(exchange.body.toString()), 'definitions') === undefined ? 'not-soap' : undefined;
}
