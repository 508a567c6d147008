import { type Document, documentOf } from './envelope.ts';
import { defaultFolder, folderNamed } from './folders.ts';
import { parseAt } from './validation.ts';

/**
 * The document as it would be stored, without storing it: completed, normalised, validated.
 * @throws AltaError `validation` with a fault, and its path in the document, for each field that is not right.
 */
export function buildDocument(data: Record<string, unknown>, folder = defaultFolder): Document {
  const { doc, at } = documentOf(data);
  return completeDocument(doc, folder, at);
}

/**
 * What every door does to a document, by the schema of its folder alone: what building accepts can be stored.
 * @param at where the document stands in what was sent
 */
export const completeDocument = (doc: unknown, folder: string, at: string[]): Document =>
  parseAt(folderNamed(folder).document, doc, at);
