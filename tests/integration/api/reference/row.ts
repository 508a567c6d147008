import { expect } from 'vitest';
import type { Operation } from './operations.ts';
import type { Scene } from './scene.ts';
import type { Shape } from './shapes.ts';

/** A request of one of the reference's clients, and what becomes of it here. */
export interface Row {
  operation: Operation;
  /** What is special about this one. */
  sends: string;
  /** Values of the path's parameters, in their order. */
  at?: (scene: Scene) => string[] | Promise<string[]>;
  /** With its question mark. */
  query?: (scene: Scene) => string;
  body?: (scene: Scene) => unknown;
  headers?: Record<string, string>;
  status: number;
  /** As which the answer is valid; of a failure it is always `problem`. */
  shape?: Shape;
  /** The field that the refusal names, with full stops. */
  names?: string;
  /** Members that the answer has, besides being of its shape. */
  has?: object;
}

/** Members of the refusal of an operation that Alta does not have: the message names what to use instead. */
export const notOffered = { code: 'not-offered', message: expect.stringMatching(/\b(GET|POST|PUT|step) /) };
