import { AsyncLocalStorage } from 'node:async_hooks';
import { AltaError } from '#lib/errors.ts';
import { shared } from '#lib/shared.ts';

/** Ids, names and codes. Nothing that a person typed, no address, no reference of a link: traces leave the house. */
export type Attributes = Record<string, string | number | undefined>;

/** A part of a trace that is under way. */
export interface Span {
  /** As the header of W3C Trace Context has it. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  end(failure?: string): void;
}

/** Where a part belongs, unless it is what is under way here. */
export interface Place {
  /** A `traceparent` that was kept. */
  parent?: string | undefined;
  /** Another trace that has to do with it. */
  link?: string | undefined;
  startedAt?: Date;
}

export interface Tracer {
  begin(name: string, attributes: Attributes, place: Place): Span;
}

/** Undefined where nobody collects traces (start.ts). Not the API's own global: the framework would tell it addresses. */
const tracer = () => shared<Tracer | undefined>('tracer', () => undefined);
const current = () => shared('tracing.current', () => new AsyncLocalStorage<Span>());

/** The `traceparent` of what is under way, to be kept with what goes on later; undefined without traces. */
export const currentTrace = (): string | undefined => tracer() && current().getStore()?.traceparent;

/** Does a part of what is under way. What it throws is noted by its kind alone. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: Pick<Span, 'set'>) => Promise<T>,
  place: Place = {},
): Promise<T> {
  const span = tracer()?.begin(name, attributes, { parent: currentTrace(), ...place });
  if (!span) return work(untold);
  try {
    const result = await current().run(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(kindOf(error));
    throw error;
  }
}
const untold = { set: () => {} };

const kindOf = (error: unknown): string => {
  if (error instanceof AltaError) return error.code ?? error.key;
  return error instanceof Error ? error.name : 'unknown';
};

/** In the trace that was kept, with a link to what is under way, unless both are the same. */
export function goingOn(kept: string | null | undefined): Place {
  const now = currentTrace();
  if (!kept || (now && idOf(now) === idOf(kept))) return {};
  return { parent: kept, ...(now ? { link: now } : {}) };
}

/** For what is done later in a set with others: it goes on in the trace of who asked. */
export function inOwnTrace<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const span = tracer() && current().getStore();
  return span ? (...args) => current().run(span, () => work(...args)) : work;
}

/** What a line of the log has of it. */
export function traceFields(): { trace_id?: string } {
  const now = currentTrace();
  return now ? { trace_id: idOf(now) } : {};
}

const shape = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const idOf = (traceparent: string): string => shape.exec(traceparent)?.[1] ?? '';

/** What a caller sends as its own trace; undefined when it is none. It is linked and not gone on with: whether we
 * keep a trace is not for a caller to say. */
export const traceOf = (headers: Pick<Headers, 'get'>): string | undefined =>
  tracer() && (shape.exec(headers.get('traceparent') ?? '')?.[0] ?? undefined);
