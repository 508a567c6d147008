import type { Environment } from '../environment.ts';

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
