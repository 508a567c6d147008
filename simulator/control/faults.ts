import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, pageAnswer } from '#simulator/http/exchange.ts';
import { padronFaultAnswer } from '#simulator/padron/person-xml.ts';
import { soapFaultAnswer } from '#simulator/soap/asmx.ts';
import { maskedFault } from '#simulator/wsfecred/answers.ts';
import { type Environment, profiles } from '../environment.ts';
import { isLoginFaultCode, loginFaultAnswer } from '../wsaa/faults.ts';

export const faultTargets = ['wsaa', 'wsfe', 'wsfex', 'padron', 'wsfecred'] as const;
export type FaultTarget = (typeof faultTargets)[number];

export const faultKinds = [
  /** Holds the connection open without a response. */
  'timeout',
  'reset',
  'http-503',
  'html',
  /** The operation is performed; the response is cut off. */
  'truncated',
  'fault',
  /** The operation is performed; the connection closes without a response. */
  'lost-answer',
  /** The operation is performed; the response is sent after `delayMs`. */
  'slow',
] as const;
type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  environment: Environment;
  target: FaultTarget;
  kind: FaultKind;
  /** Operation of WSFE, WSFEX or a register, such as `FECAESolicitar`. Other operations are not affected. */
  operation?: string;
  delayMs?: number;
  code?: string;
  /**
   * For `truncated`: `clean` ends the response after half a document, `broken` drops the connection short of
   * content-length.
   */
  ending?: 'clean' | 'broken';
};

export type Faults = {
  /** Applies the fault to `count` requests; -1 applies it until a reset. */
  plan(fault: Fault, count: number): void;
  take(environment: Environment, target: FaultTarget, operation: string | undefined): Fault | undefined;
  /** Fault for reads, such as of the WSDL, while the service is down. Does not use up a planned fault. */
  outage(environment: Environment, target: FaultTarget): Fault | undefined;
  clear(): void;
};

const outages: readonly FaultKind[] = ['timeout', 'reset', 'http-503', 'html'];

export function createFaults(): Faults {
  let planned: { fault: Fault; left: number }[] = [];
  return {
    plan: (fault, count) => {
      planned.push({ fault, left: count });
    },
    take: (environment, target, operation) => {
      const next = planned.find(
        ({ fault }) =>
          fault.environment === environment &&
          fault.target === target &&
          (fault.operation === undefined || fault.operation === operation),
      );
      if (!next) return undefined;
      if (next.left > 0) next.left -= 1;
      if (next.left === 0) planned = planned.filter((other) => other !== next);
      return next.fault;
    },
    outage: (environment, target) =>
      planned.find(
        ({ fault }) =>
          fault.environment === environment &&
          fault.target === target &&
          fault.operation === undefined &&
          outages.includes(fault.kind),
      )?.fault,
    clear: () => {
      planned = [];
    },
  };
}

/**
 * Applies a planned fault to a request. `answerNormally` performs the operation; only `lost-answer`, `slow`
 * and `truncated` call it.
 * @returns undefined if there is nothing left to send
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
  if (target === 'wsfe' || target === 'wsfex') {
    return soapFaultAnswer('1.1', 'Server', code ?? 'Server was unable to process request.');
  }
  if (target === 'padron') return padronFaultAnswer({ text: code ?? 'Fault occurred while processing.' });
  if (target === 'wsfecred') return maskedFault(new Date());
  const known = code !== undefined && isLoginFaultCode(code) ? code : 'wsaa.unavailable';
  return loginFaultAnswer(known, profiles[environment].wsaaHost);
}

function errorPage(title: string): string {
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}
