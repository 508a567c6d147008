import { type Path, partsOf, placeOfDocument, readText, valueAt } from './json-path.ts';

/** What is wrong with a document, in the reader's language. */
export interface DocumentFault {
  /** Into the document, as the API has it: `$.tax_id.code`. */
  path: string;
  message: string;
}

/** A fault and the place it stands at in the text. */
export interface PlacedFault extends DocumentFault {
  parts: Path;
}

/** Faults of one text, until the value at their place is another. */
export interface DocumentFaults {
  text: string;
  faults: DocumentFault[];
}

export const noFaults: DocumentFaults = { text: '', faults: [] };

/** Those that still stand: where the text was changed, the next build has to say. */
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
