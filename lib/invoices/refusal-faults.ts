import { type CodeWords, wordsForCode } from '#lib/arca/words.ts';
import type { AuthorityMessage } from '#lib/arca/wsfe.ts';
import type { Fault } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';

/** The authority's reasons as the invoice's faults: what they mean, what to do, and its own words at the end. */
export const faultsOf = (reasons: AuthorityMessage[]): Fault[] =>
  reasons.map(({ code, message }) => {
    const { meaning, action } = wordsForCode(code, message, 'en');
    const own = message && message !== meaning ? ` (ARCA: ${message})` : '';
    return { provider: 'gov-ar', code: `ARCA-${code}`, message: `${meaning} ${action}${own}` };
  });

/**
 * A fault of `faultsOf`, or of a rule of the authority that a document breaks, in the reader's language; `own` is what
 * the authority said. Undefined for a fault of another kind.
 */
export function refusalWords(
  {
    code,
    message,
    paths,
  }: { code?: string | undefined; message?: string | undefined; paths?: string[] | undefined },
  locale: Locale,
): (CodeWords & { own: string }) | undefined {
  const [, digits] = /^ARCA-(\d+)$/.exec(code ?? '') ?? [];
  if (!digits) return undefined;
  const [, own = ''] = /\(ARCA: ([\s\S]*)\)$/.exec(message ?? '') ?? [];
  if (own) return { ...wordsForCode(Number(digits), own, locale), own };
  // What is judged before sending has no words of the authority's: the place tells apart what one code stands for.
  const hint = paths?.some((path) => path.endsWith('issue_date')) ? 'CbteFch' : unexplained(digits, message);
  return { ...wordsForCode(Number(digits), hint, locale), own: '' };
}

/** Of a code that nobody has words for, the fault is the authority's own message with an advice at its end. */
const unexplained = (digits: string, message = ''): string =>
  message.replace(` ${wordsForCode(Number(digits), '', 'en').action}`, '');
