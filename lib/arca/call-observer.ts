import { oncePerProcess, replaceProcessValue } from '#lib/process-values.ts';
import { traced } from '#lib/tracing/tracing.ts';

export interface AuthorityCall {
  /** Address called; `servicesAt` maps it to service and environment. */
  endpoint: string;
  at: Date;
  /** Duration of the call, failed ones included. */
  seconds: number;
  /** The authority's clock, from the answer's `Date` header. */
  date?: Date | undefined;
  /** Cause if the service gave no answer. A refusal counts as an answer. */
  failure?: string | undefined;
}

type Observer = (call: AuthorityCall) => void;
const observerKey = 'arca.observer';

/** Sets the single observer of all calls, replacing any earlier one. Calls do not wait for it. */
export const observeAuthority = (observer: Observer | undefined): void =>
  replaceProcessValue(observerKey, observer);

/** Runs one operation and reports it to the observer. */
export async function observeCall<Answer>(
  { endpoint, operation }: { endpoint: string; operation: string },
  call: () => Promise<{ answer: Answer; date?: Date | undefined; failure: string | undefined }>,
): Promise<Answer> {
  const startedAt = performance.now();
  const { answer, date, failure } = await traced(`authority ${operation}`, {}, async (span) => {
    const seen = await call();
    span.set({ 'alta.authority.failure': seen.failure });
    return seen;
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  oncePerProcess<Observer | undefined>(
    observerKey,
    () => undefined,
  )?.({
    endpoint,
    at: new Date(),
    seconds,
    date,
    failure,
  });
  return answer;
}
