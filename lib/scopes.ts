/** Services with scopes. A route of any other service does not compile (`Description` in lib/http/description.ts). */
export const scopedServices = ['silo', 'transform', 'apps/gov-ar', 'access'] as const;
type ScopedService = (typeof scopedServices)[number];

/** `utils` has no data of a workspace, so every key may call it. */
export type ServiceName = ScopedService | 'utils';

const verbs = ['read', 'write'] as const;
type Verb = (typeof verbs)[number];

/** An API key scope such as `silo:read`. Write does not imply read. */
export type Scope = `${ScopedService}:${Verb}`;

export const scopes: readonly Scope[] = scopedServices.flatMap((service) =>
  verbs.map((verb): Scope => `${service}:${verb}`),
);

/** Scope required by a request; undefined if any key will do. Only GETs and routes marked `reads` require `read`. */
export function scopeOf({ service, method, reads }: { service: ServiceName; method: string; reads?: true }) {
  if (service === 'utils') return undefined;
  const verb: Verb = reads || method === 'GET' ? 'read' : 'write';
  return `${service}:${verb}` as const satisfies Scope;
}
