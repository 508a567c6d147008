import { observeCall } from './sighting.ts';
import { callSoap, type SoapOutcome } from './soap.ts';
import { soapEnvelope } from './soap-envelope.ts';
import { remarksOf, type Taxpayer, taxpayerIn } from './taxpayer.ts';
import { escapeXml, nodeAt } from './xml.ts';

export interface RegisterCaller {
  /** `endpointsOf(…).padron` */
  endpoint: string;
  ticket: { token: string; sign: string };
  /** Of who asks, whom the ticket represents: about anybody. */
  cuit: string;
  timeoutMs: number;
}

export type RegisterOutcome =
  | { kind: 'found'; taxpayer: Taxpayer }
  /** Nobody has that CUIT. */
  | { kind: 'none' }
  /** The ticket is no good here: log in again. */
  | { kind: 'ticket-refused'; message: string }
  /** The ticket is good, and not for who asks. */
  | { kind: 'not-represented'; message: string }
  | { kind: 'unavailable'; cause: string; detail: string };

const namespace = 'http://a5.soap.ws.server.puc.sr/';

/** `getPersona_v2`: whom the authority has under a CUIT. What is not understood is no answer, and never a wrong one. */
export async function askRegister(caller: RegisterCaller, cuit: string): Promise<RegisterOutcome> {
  const { token, sign } = caller.ticket;
  const fields = { token, sign, cuitRepresentada: caller.cuit, idPersona: cuit };
  const members = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  return observeCall({ endpoint: caller.endpoint, operation: 'getPersona_v2' }, async () => {
    const outcome = await callSoap({
      url: caller.endpoint,
      action: '',
      envelope: soapEnvelope(
        `<a5:getPersona_v2 xmlns:a5="${namespace}">${members.join('')}</a5:getPersona_v2>`,
      ),
      timeoutMs: caller.timeoutMs,
    });
    const answer = readAnswer(outcome, cuit);
    return { answer, date: outcome.date, failure: answer.kind === 'unavailable' ? answer.cause : undefined };
  });
}

function readAnswer(outcome: SoapOutcome, cuit: string): RegisterOutcome {
  switch (outcome.kind) {
    case 'unavailable':
      return { kind: 'unavailable', cause: outcome.cause, detail: outcome.detail };
    case 'fault':
      return outcomeOfFault(outcome.message);
    case 'answer': {
      const personaReturn = nodeAt(outcome.body, 'getPersona_v2Response', 'personaReturn');
      if (remarksOf(nodeAt(personaReturn, 'errorConstancia')).some(isOfNobody)) return { kind: 'none' };
      const taxpayer = taxpayerIn(personaReturn, cuit);
      if (taxpayer) return { kind: 'found', taxpayer };
      return { kind: 'unavailable', cause: 'unexpected', detail: 'an answer that tells of nobody' };
    }
  }
}

/** They differ by their texts alone: a CUIT that nobody has and a ticket that is missing are of one class. */
function outcomeOfFault(message: string): RegisterOutcome {
  if (isOfNobody(message)) return { kind: 'none' };
  if (/no le permite actuar/i.test(message)) return { kind: 'not-represented', message };
  return /\b(token|sign|ticket|firma)\b/i.test(message)
    ? { kind: 'ticket-refused', message }
    : { kind: 'unavailable', cause: 'fault', detail: message };
}

const isOfNobody = (text: string): boolean => /no existe (la )?persona/i.test(text);
