import type { AuthorityMessage } from '#lib/arca/wsfe.ts';
import type { Fault } from '#lib/errors.ts';

/** The authority's reasons as the invoice's faults. */
export const faultsOf = (reasons: AuthorityMessage[]): Fault[] =>
  reasons.map(({ code, message }) => ({ provider: 'gov-ar', code: `ARCA-${code}`, message }));
