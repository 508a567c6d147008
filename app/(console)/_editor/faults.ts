import type { useTranslations } from 'next-intl';
import { type Path, partsOf, placeOfDocument, readText, valueAt } from './json-path.ts';

export interface DocumentFault {
  /** Path as in the API: `$.tax_id.code`. */
  path: string;
  message: string;
}

export interface PlacedFault extends DocumentFault {
  parts: Path;
}

/** Faults of a text. Each remains until the value at its path changes. */
export interface DocumentFaults {
  text: string;
  faults: DocumentFault[];
}

export const noFaults: DocumentFaults = { text: '', faults: [] };

/** Faults whose value is unchanged. Only the next build shows whether a changed value is correct. */
export function remainingFaults(found: DocumentFaults, text: string): PlacedFault[] {
  const before = readText(found.text);
  const now = readText(text);
  const was = before.ok ? before.value : undefined;
  const at = placeOfDocument(was);
  return found.faults.flatMap((fault) => {
    const parts = [...at, ...partsOf(fault.path, valueAt(was, at))];
    const changed =
      now.ok && JSON.stringify(valueAt(now.value, parts)) !== JSON.stringify(valueAt(was, parts));
    return changed ? [] : [{ ...fault, parts }];
  });
}

/**
 * Labels of a path, such as `Renglones 2, Cantidad`, and of the whole document; undefined if one of its fields has no
 * label.
 */
export function fieldNamesOf(
  parts: Path,
  t: ReturnType<typeof useTranslations<'console.suppliers.editor'>>,
): string | undefined {
  const names: string[] = [];
  for (const part of parts) {
    if (typeof part === 'number') names.push(`${names.pop() ?? ''} ${part + 1}`);
    else if (t.has(`fields.${part}` as 'fields.name')) names.push(t(`fields.${part}` as 'fields.name'));
    else return undefined;
  }
  // Drops the explanation after a semicolon or colon, which only the JSON view's suggestions need.
  return names.map((name) => name.split(/[;:]/)[0]).join(', ') || t('document');
}
