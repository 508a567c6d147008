import 'server-only';

import { getLocale, getTranslations } from 'next-intl/server';
import type { StoredFault } from '#lib/faults/fault.ts';
import { renderFault } from '#lib/faults/render.ts';

/** These say less than the verb itself does. */
const general = ['conflict', 'input', 'validation'];

/** What was wrong with a row, as a sentence in the reader's language, with the field that it is about. */
export async function rowFaultTexts() {
  const t = await getTranslations('console.batches');
  const errors = await getTranslations('console.errors');
  const locale = await getLocale();
  return (fault: StoredFault): string => {
    const { code, message, paths = [] } = fault;
    if (message === 'is taken') return t('faults.taken');
    const isTold = !general.includes(code) && errors.has(code as 'invalid');
    const said = isTold ? errors(code as 'invalid') : renderFault(fault, locale).text;
    const [path] = paths;
    return path ? `${path.replace(/^\$\./, '')}: ${said}` : said;
  };
}
