import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { profiles } from '../environment.ts';
import { type Answer, pageAnswer } from '../http/exchange.ts';
import { padronFaultAnswer } from '../padron/envelope.ts';
import { isLoginFaultCode, loginFaultAnswer } from '../wsaa/faults.ts';
import { soapFaultAnswer } from '../wsfe/envelope.ts';
import type { Fault } from './faults.ts';

/**
 * What a planned fault makes of a request. `answerNormally` does the operation; only `lost-answer`,
 * `slow` and `truncated` call it, because only there has the authority done what was asked.
 * Undefined: nothing is to be sent, the connection was dealt with.
 */
export async function disturb(
  fault: Fault,
  response: ServerResponse,
  answerNormally: () => Answer | Promise<Answer>,
): Promise<Answer | undefined> {
  switch (fault.kind) {
    case 'timeout':
      return undefined;
    case 'reset':
      response.socket?.resetAndDestroy();
      return undefined;
    case 'lost-answer':
      await answerNormally();
      response.socket?.destroy();
      return undefined;
    case 'slow': {
      const answer = await answerNormally();
      await wait(fault.delayMs ?? 1000);
      return answer;
    }
    case 'http-503':
      return pageAnswer(503, errorPage('503 Service Unavailable'));
    case 'html':
      return pageAnswer(200, errorPage('Sitio en mantenimiento'));
    case 'truncated':
      return truncate(await answerNormally(), fault, response);
    case 'fault':
      return faultAnswer(fault);
  }
}

function truncate(whole: Answer, fault: Fault, response: ServerResponse): Answer | undefined {
  const bytes = Buffer.from(whole.body);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (fault.ending !== 'broken') return { ...whole, body: half };
  response.writeHead(whole.status, { ...whole.headers, 'content-length': bytes.length });
  response.write(half, () => response.socket?.destroy());
  return undefined;
}

function faultAnswer({ environment, target, code }: Fault): Answer {
  if (target === 'wsfe') {
    return soapFaultAnswer('1.1', 'Server', code ?? 'Server was unable to process request.');
  }
  if (target === 'padron') return padronFaultAnswer({ text: code ?? 'Fault occurred while processing.' });
  const known = code !== undefined && isLoginFaultCode(code) ? code : 'wsaa.unavailable';
  return loginFaultAnswer(known, profiles[environment].wsaaHost);
}

function errorPage(title: string): string {
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}
