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
 * @throws AltaError `validation` with a fault and its path in the document, for each invalid field
 */
export function buildDocument(data: Record<string, unknown>, named?: string): Document {
  const { doc, at } = documentOf(data);
  return completeDocument(doc, folderOf(doc, at, named), at);
}

/**
 * Envelope of a built document, with the id of the envelope it came in or a new one. Without stamps, since
 * nobody vouches for it here.
 */
export const inEnvelope = (data: Record<string, unknown>, doc: Document): Envelope =>
  envelop(idOf(data) ?? uuidv7(), doc, digestOf(doc), []);

/**
 * Validates and completes a document by the schema of its folder alone. Every document that is built or
 * stored passes through here, so what can be built can be stored.
 * @param at path of the document in the request
 * @throws AltaError `validation`; before any other check for a document that is too large
 */
export function completeDocument(doc: unknown, folder: string, at: string[]): Document {
  const room = { values: sizeLimits.jsonValues, characters: sizeLimits.documentCharacters };
  if (!consumeBudget(room, doc)) throw tooLarge(at);
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
