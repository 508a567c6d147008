import { AsyncLocalStorage } from 'node:async_hooks';
import { AltaError } from '#lib/errors.ts';
import { oncePerProcess } from '#lib/process-values.ts';

/** Ids, names and codes only. User input, addresses and link refs must not be here: traces leave the installation. */
export type Attributes = Record<string, string | number | undefined>;

/** An open span. */
export interface Span {
  /** W3C Trace Context header. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  end(failure?: string): void;
}

/** Position of a span in a trace. Default: a child of the current span. */
export interface SpanOptions {
  /** A stored `traceparent`. */
  parent?: string | undefined;
  /** `traceparent` of a related trace. */
  link?: string | undefined;
  startedAt?: Date;
}

export interface Tracer {
  begin(name: string, attributes: Attributes, options: SpanOptions): Span;
}

/** Undefined without a collector. Not OpenTelemetry's global tracer, because Next would send it URLs. */
const tracer = () => oncePerProcess<Tracer | undefined>('tracer', () => undefined);
const current = () => oncePerProcess('tracing.current', () => new AsyncLocalStorage<Span>());

/** `traceparent` of the current span, to store with work that continues later; undefined without tracing. */
export const currentTrace = (): string | undefined => tracer() && current().getStore()?.traceparent;

/** Runs `work` in a span. The span records only the kind of an error. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: Pick<Span, 'set'>) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  const span = tracer()?.begin(name, attributes, { parent: currentTrace(), ...options });
  if (!span) return work(noopSpan);
  try {
    const result = await current().run(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(kindOf(error));
    throw error;
  }
}
const noopSpan = { set: () => {} };

const kindOf = (error: unknown): string => {
  if (error instanceof AltaError) return error.code ?? error.key;
  return error instanceof Error ? error.name : 'unknown';
};

/** Continues a stored trace, with a link to the current trace if the two differ. */
export function continueTrace(storedTrace: string | null | undefined): SpanOptions {
  const now = currentTrace();
  if (!storedTrace || (now && idOf(now) === idOf(storedTrace))) return {};
  return { parent: storedTrace, ...(now ? { link: now } : {}) };
}

/** Binds a function to the current span, for work that runs later in a batch together with other callers' work. */
export function bindTrace<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const span = tracer() && current().getStore();
  return span ? (...args) => current().run(span, () => work(...args)) : work;
}

/** Fields for a log line. */
export function traceFields(): { trace_id?: string } {
  const now = currentTrace();
  return now ? { trace_id: idOf(now) } : {};
}

const shape = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const idOf = (traceparent: string): string => shape.exec(traceparent)?.[1] ?? '';

/**
 * The client's `traceparent`, if valid. It is linked rather than continued, so that clients do not decide whether
 * a trace is sampled.
 */
export const traceOf = (headers: Pick<Headers, 'get'>): string | undefined =>
  tracer() && (shape.exec(headers.get('traceparent') ?? '')?.[0] ?? undefined);
