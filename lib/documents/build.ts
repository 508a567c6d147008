import { v7 as uuidv7 } from 'uuid';
import { AltaError } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import {
  type Document,
  digestOf,
  documentOf,
  type Envelope,
  envelop,
  folderNamed,
  folderOf,
  idOf,
} from './envelope.ts';
import { consumeBudget, dottedPath, parseDocument, refuseControlCharacters } from './validation.ts';

/**
 * Completes, normalises and validates a document without storing it.
 * @param named target folder; otherwise the document's `$schema` names it
 * @throws AltaError `validation` with a fault for each invalid field, and the field's path in the document
 */
export function buildDocument(data: Record<string, unknown>, named?: string): Document {
  const { doc, at } = documentOf(data);
  return completeDocument(doc, folderOf(doc, at, named), at);
}

/**
 * Puts a built document in an envelope, with the id of the envelope in `data`, or else a new one. There are no
 * stamps, because no authority has approved the document.
 */
export const inEnvelope = (data: Record<string, unknown>, doc: Document): Envelope =>
  envelop(idOf(data) ?? uuidv7(), doc, digestOf(doc), []);

/**
 * Validates and completes a document by the schema of its folder alone. Every document that is built or
 * stored passes through here, so a document that can be built can also be stored.
 * @param at path of the document in the request
 * @throws AltaError `validation`. The size is checked first.
 */
export function completeDocument(doc: unknown, folder: string, at: string[]): Document {
  const budget = { values: sizeLimits.jsonValues, characters: sizeLimits.documentCharacters };
  if (!consumeBudget(budget, doc)) throw tooLarge(at);
  const { document } = folderNamed(folder);
  refuseControlCharacters(doc, at);
  return parseDocument(document, doc, at);
}

function tooLarge(at: string[]): AltaError {
  const { jsonValues, documentCharacters, jsonLevels } = sizeLimits;
  const message = `may have at most ${jsonValues} values, ${documentCharacters} characters and ${jsonLevels} levels`;
  return new AltaError('validation', 'The document is too large.', {
    fields: { [dottedPath(at)]: message },
    faults: [{ code: 'document-too-large', message, params: { jsonValues }, paths: ['$'] }],
  });
}
