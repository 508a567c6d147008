import { variantOf } from '#lib/arca/variants.ts';
import type { AuthorityMessage } from '#lib/arca/wsfe.ts';
import type { StoredFault } from '#lib/faults/fault.ts';

/** The authority's reasons as the invoice's faults: its codes, and its own words as they came. */
export const faultsOf = (reasons: AuthorityMessage[]): StoredFault[] =>
  reasons.map(({ code, message }) => {
    const why = variantOf(code, message);
    const params = { ...(why ? { why } : {}), ...(message ? { own: message } : {}) };
    return { provider: 'gov-ar', code: `ARCA-${code}`, params };
  });
