import type { KeyObject } from 'node:crypto';

import { signMessage } from './cms.ts';
import { meaningOfFault, type RefusedFor } from './login-faults.ts';
import { observeCall } from './sighting.ts';
import { callSoap, type SoapOutcome } from './soap.ts';
import { soapEnvelope } from './soap-envelope.ts';
import { type AccessTicket, createTicketRequest, readTicket } from './ticket.ts';
import { textAt } from './xml.ts';

export interface LoginInput {
  /** `endpointsOf(…).wsaa` */
  endpoint: string;
  certificatePem: string;
  privateKey: KeyObject;
  /** The authority's id of the web service, such as `wsfe`. */
  service: string;
  now?: Date | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type LoginOutcome =
  | { kind: 'granted'; ticket: AccessTicket }
  /** Certificate and authorization are good; a ticket lives that somebody else holds. */
  | { kind: 'already-authenticated'; retryAfterSeconds: number }
  | { kind: 'not-authorised'; code: string; retryAfterSeconds: number }
  | {
      kind: 'certificate-refused';
      code: string;
      reason: RefusedFor;
      retryAfterSeconds?: number | undefined;
    }
  /** Ours to fix; the supplier can do nothing. */
  | { kind: 'defect'; code: string; message: string }
  | {
      kind: 'unavailable';
      cause: string;
      detail: string;
      retryAfterSeconds: number;
      /** The authority's clock minus ours. Over a minute is worth an alarm. */
      clockSkewSeconds?: number | undefined;
    };

const namespace = 'http://wsaa.view.sua.dvadac.desein.afip.gov';
const outageRetrySeconds = 60;

/** One login. Never throws for what the authority or the network does. Keep the ticket: it can't be had again. */
export async function requestAccessTicket(input: LoginInput): Promise<LoginOutcome> {
  const now = input.now ?? new Date();
  const envelope = createLoginEnvelope(input, now);
  return observeCall({ endpoint: input.endpoint, operation: 'loginCms' }, async () => {
    const outcome = await callSoap({
      url: input.endpoint,
      action: '',
      envelope,
      timeoutMs: input.timeoutMs ?? 30_000,
      signal: input.signal,
    });
    const answer = interpret(outcome, skewOf(outcome, input.now ?? new Date()));
    return { answer, date: outcome.date, failure: failureOfLogin(answer) };
  });
}

/** Why it is no answer of the service. What is wrong with the request, our clock or the certificate is one. */
function failureOfLogin(login: LoginOutcome): string | undefined {
  if (login.kind !== 'unavailable' || aboutTheRequest.has(login.cause)) return undefined;
  return login.cause;
}
const aboutTheRequest = new Set(['clock', 'unknown-fault']);

function interpret(outcome: SoapOutcome, clockSkewSeconds: number | undefined): LoginOutcome {
  if (outcome.kind === 'fault') return interpretFault(outcome, clockSkewSeconds);
  if (outcome.kind === 'answer') {
    const ticket = readTicket(textAt(outcome.body, 'loginCmsResponse', 'loginCmsReturn'));
    if (ticket) return { kind: 'granted', ticket };
  }
  const cause = outcome.kind === 'unavailable' ? outcome.cause : 'not-soap';
  const detail = outcome.kind === 'unavailable' ? outcome.detail : 'an answer without a ticket';
  return { kind: 'unavailable', cause, detail, retryAfterSeconds: outageRetrySeconds, clockSkewSeconds };
}

/** Everything of a login but the call: what a benchmark of the signature measures. */
export function createLoginEnvelope(
  input: Pick<LoginInput, 'certificatePem' | 'privateKey' | 'service'>,
  now: Date,
): string {
  const cms = signMessage(createTicketRequest(input.service, now), input, now);
  return soapEnvelope(
    `<wsaa:loginCms xmlns:wsaa="${namespace}"><wsaa:in0>${cms.toString('base64')}</wsaa:in0></wsaa:loginCms>`,
  );
}

function interpretFault(
  { code, message }: Extract<SoapOutcome, { kind: 'fault' }>,
  clockSkewSeconds: number | undefined,
): LoginOutcome {
  const meaning = meaningOfFault(code);
  switch (meaning.kind) {
    case 'defect':
      return { kind: 'defect', code, message };
    case 'unavailable':
      return { ...meaning, detail: `${code}: ${message}`, clockSkewSeconds };
    case 'already-authenticated':
      return meaning;
    default:
      return { ...meaning, code };
  }
}

function skewOf(outcome: SoapOutcome, now: Date): number | undefined {
  return outcome.date && Math.round((outcome.date.getTime() - now.getTime()) / 1_000);
}
