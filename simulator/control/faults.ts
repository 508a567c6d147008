import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, pageAnswer } from '#simulator/http/exchange.ts';
import { padronFaultAnswer } from '#simulator/padron/person-xml.ts';
import { soapFaultAnswer } from '#simulator/wsfe/operation.ts';
import { type Environment, profiles } from '../environment.ts';
import { isLoginFaultCode, loginFaultAnswer } from '../wsaa/faults.ts';

export const faultTargets = ['wsaa', 'wsfe', 'padron'] as const;
export type FaultTarget = (typeof faultTargets)[number];

export const faultKinds = [
  /** Holds the connection open and never answers. */
  'timeout',
  'reset',
  'http-503',
  'html',
  /** The operation happens; its answer arrives cut. */
  'truncated',
  'fault',
  /** The operation happens; its answer never arrives. */
  'lost-answer',
  /** The operation happens; its answer comes `delayMs` later. */
  'slow',
] as const;
type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  environment: Environment;
  target: FaultTarget;
  kind: FaultKind;
  /** Of WSFE or the register, such as `FECAESolicitar`: others pass unharmed. */
  operation?: string;
  delayMs?: number;
  code?: string;
  /** For `truncated`: whether the connection ends well (half a document) or breaks (short of content-length). */
  ending?: 'clean' | 'broken';
};

export type Faults = {
  /** `count` requests will suffer it; -1 = every one until a reset. */
  plan(fault: Fault, count: number): void;
  take(environment: Environment, target: FaultTarget, operation: string | undefined): Fault | undefined;
  /** What a description suffers while its service is out. It is asked on the side, and uses none up. */
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
