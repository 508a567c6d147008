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
import { dottedPath, parseAt, refuseControlCharacters, takeRoom } from './validation.ts';

/**
 * The document as it would be stored, without storing it: completed, normalised, validated.
 * @param named the folder where it is to be stored; else its `$schema` says
 * @throws AltaError `validation` with a fault, and its path in the document, for each field that is not right.
 */
export function buildDocument(data: Record<string, unknown>, named?: string): Document {
  const { doc, at } = documentOf(data);
  return completeDocument(doc, folderOf(doc, at, named), at);
}

/** What was built in an envelope: under the id of the one that it came in, or a new one. Of its stamps nobody vouches here. */
export const inEnvelope = (data: Record<string, unknown>, doc: Document): Envelope =>
  envelop(idOf(data) ?? uuidv7(), doc, digestOf(doc), []);

/**
 * What every door does to a document, by the schema of its folder alone: what building accepts can be stored.
 * @param at where the document stands in what was sent
 * @throws AltaError `validation`, before anything else for a document that is too large, whatever made it so
 */
export function completeDocument(doc: unknown, folder: string, at: string[]): Document {
  const room = { values: sizeLimits.jsonValues, characters: sizeLimits.documentCharacters };
  if (!takeRoom(room, doc)) throw tooLarge(at);
  const { document } = folderNamed(folder);
  refuseControlCharacters(doc, at);
  return parseAt(document, doc, at);
}

function tooLarge(at: string[]): AltaError {
  const { jsonValues, documentCharacters, jsonLevels } = sizeLimits;
  const message = `may have ${jsonValues} values, ${documentCharacters} characters and ${jsonLevels} levels at the most`;
  return new AltaError('validation', 'The document is too large.', {
    fields: { [dottedPath(at)]: message },
    faults: [{ code: 'document-too-large', message, params: { jsonValues }, paths: ['$'] }],
  });
}
