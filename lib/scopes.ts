/** The services that a key is let into one by one. One that is not here does not compile (Description). */
export const scopedServices = ['silo', 'transform', 'apps/gov-ar', 'access'] as const;
type ScopedService = (typeof scopedServices)[number];

/** `utils` has nothing of a workspace: every key may call it. */
export type ServiceName = ScopedService | 'utils';

const verbs = ['read', 'write'] as const;
type Verb = (typeof verbs)[number];

/** What a key may do: `silo:read`. Who may write may not read for that. */
export type Scope = `${ScopedService}:${Verb}`;

export const scopes: readonly Scope[] = scopedServices.flatMap((service) =>
  verbs.map((verb): Scope => `${service}:${verb}`),
);

/** What a request asks of its key; undefined where any key will do. What is not known to read, writes. */
export function scopeOf(method: string, { service, reads }: { service: ServiceName; reads?: true }) {
  if (service === 'utils') return undefined;
  const verb: Verb = reads || method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  return `${service}:${verb}` as const satisfies Scope;
}
