import { wordsForCode } from '#lib/arca/words.ts';
import type { AuthorityMessage } from '#lib/arca/wsfe.ts';
import type { Fault } from '#lib/errors.ts';

/** The authority's reasons as the invoice's faults: what they mean, what to do, and its own words at the end. */
export const faultsOf = (reasons: AuthorityMessage[]): Fault[] =>
  reasons.map(({ code, message }) => {
    const { meaning, action } = wordsForCode(code, message, 'en');
    const own = message && message !== meaning ? ` (ARCA: ${message})` : '';
    return { provider: 'gov-ar', code: `ARCA-${code}`, message: `${meaning} ${action}${own}` };
  });
