import 'server-only';

import { getLocale, getTranslations } from 'next-intl/server';
import { isValidCuit } from '#lib/documents/cuit.ts';
import { renderFault, type StoredFault } from '#lib/faults.ts';

/** Codes whose translated text is less specific than the server's message. */
const general = ['conflict', 'id-taken', 'input', 'key-taken', 'validation'];

/** A row's fault as a sentence in the reader's language, with the field's path. */
export async function rowFaultTexts() {
  const t = await getTranslations('console.batches');
  const errors = await getTranslations('console.errors');
  const locale = await getLocale();
  return (fault: StoredFault, key: string): string => {
    const { code, message, paths = [] } = fault;
    // A supplier without its own key is identified by its CUIT.
    if (message === 'is taken') return t(isValidCuit(key) ? 'faults.taken-cuit' : 'faults.taken');
    const hasText = !general.includes(code) && errors.has(code as 'invalid');
    const text = hasText ? errors(code as 'invalid') : renderFault(fault, locale).text;
    const [path] = paths;
    return path ? `${path.replace(/^\$\./, '')}: ${text}` : text;
  };
}
