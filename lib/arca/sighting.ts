import { replaceShared, shared } from '#lib/shared.ts';
import { traced } from '#lib/tracing/tracing.ts';

/** What a call saw of the authority. */
export interface Sighting {
  /** The address that was called; `placesAt` finds the service and the environment of it. */
  endpoint: string;
  at: Date;
  /** How long the answer took, or that there was none. */
  seconds: number;
  /** The authority's clock, if the answer had it. */
  date?: Date | undefined;
  /** Why it was no answer. What the service itself says about a request is one, a refusal too. */
  failure?: string | undefined;
}

type Observer = (sighting: Sighting) => void;
const holder = 'arca.observer';

/** Who is told of every call, in place of who was. Told, not asked: a call waits for nobody. */
export const observeAuthority = (observer: Observer | undefined): void => replaceShared(holder, observer);

/** Makes a call of an operation, and tells what it saw. */
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
  shared<Observer | undefined>(
    holder,
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
