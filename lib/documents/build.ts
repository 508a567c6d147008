import { type Document, documentOf } from './envelope.ts';
import { defaultFolder, folderNamed } from './folders.ts';
import { parseAt } from './validation.ts';

/** The country of whoever has none written: all who register here are of one. */
const home = 'AR';

/**
 * The document as it would be stored, without storing it: completed, normalised, validated.
 * @throws AltaError `validation` with a fault, and its path in the document, for each field that is not right.
 */
export function buildDocument(data: Record<string, unknown>, folderName = defaultFolder): Document {
  const { doc, at } = documentOf(data);
  return parseAt(folderNamed(folderName).document, complete(doc), at);
}

/** A tax id without a country is of the country that this service is for. */
function complete(doc: Document): Document {
  const { tax_id: taxId } = doc;
  if (typeof taxId !== 'object' || taxId === null || 'country' in taxId) return doc;
  return { ...doc, tax_id: { country: home, ...taxId } };
}
