import type { useTranslations } from 'next-intl';
import { customerStatusIn, vatStatusExtension } from '#lib/documents/invoice/customer.ts';
import { placeOfDocument, readText } from './document-text.ts';
import { type Path, valueAt } from './json-path.ts';

/** The customer's VAT status that nobody wrote, and where in the text it stands. */
export function assumptionIn(text: string): { status: string; parts: Path } | undefined {
  const whole = readText(text);
  if (!whole.ok) return undefined;
  const at = placeOfDocument(whole.value);
  const status = customerStatusIn(valueAt(whole.value, at));
  if (!status?.isAssumed) return undefined;
  return { status: status.code, parts: [...at, 'customer', 'ext', vatStatusExtension] };
}

/** A customer's VAT status by its code; one that no release knows is shown as it is. */
export const vatStatusText = (
  t: ReturnType<typeof useTranslations<'console.suppliers.vatStatuses'>>,
  code: string,
): string => (t.has(code as '1') ? t(code as '1') : code);
