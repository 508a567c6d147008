import { replaceShared, shared } from '#lib/shared.ts';

/** The authority's services that Alta calls. */
export const authorityServices = ['wsaa', 'wsfe'] as const;
export type AuthorityService = (typeof authorityServices)[number];

/** What a call saw of the authority. */
export interface Sighting {
  /** The address that was called: `authorityOf(…)` has the service and the environment that it is of. */
  endpoint: string;
  at: Date;
  /** Why it was no answer. What the service itself says about a request is one, a refusal too. */
  failure?: string | undefined;
}

type Observer = (sighting: Sighting) => void;
const holder = 'arca.observer';

/** Who is told of every call, in place of who was. Told, not asked: a call waits for nobody. */
export const observeAuthority = (observer: Observer | undefined): void => replaceShared(holder, observer);

export function reportSighting(endpoint: string, failure: string | undefined): void {
  shared<Observer | undefined>(holder, () => undefined)?.({ endpoint, at: new Date(), failure });
}
