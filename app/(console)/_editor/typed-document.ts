import { isObject } from '#lib/documents/json.ts';
import 'server-only';

import { getLocale, getTranslations } from 'next-intl/server';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import type { PaperGap } from '#lib/documents/invoice/paper-gaps.ts';
import { AltaError, type Fault } from '#lib/errors.ts';
import { textOf } from '#lib/faults.ts';
import { jsonOf } from '#lib/http/body.ts';
import type { DocumentFault } from './faults.ts';
import { partsOf, placeOfDocument, valueAt } from './json-path.ts';

/** A text and the version of the entry that it is based on; empty for a new document. */
export interface DocumentDraft {
  text: string;
  base: string;
  /** Ids of a new entry and of its first job, chosen in advance: a repeated request makes neither twice. */
  ids?: { entry: string; job: string } | undefined;
}

export interface InvalidDocument {
  kind: 'invalid';
  faults: DocumentFault[];
}

/** `gaps`: data that the PDF will lack. */
export interface BuiltDocument {
  kind: 'built';
  text: string;
  gaps: PaperGap[];
}

export type BuildResult = BuiltDocument | InvalidDocument;

export type SaveResult =
  | { kind: 'saved'; id: string }
  | InvalidDocument
  /** Another user saved first; their version is stored. */
  | { kind: 'changed-meanwhile'; theirs: DocumentDraft };

/** Maximum length of a document's text, as in the API. */
export const longestText = 1_048_576;

/**
 * Calls `verb` with the typed document and returns its faults in the reader's language. Faults of anything
 * other than the document remain an error.
 */
export async function withDocument<Result>(
  text: string,
  verb: (data: Record<string, unknown>) => Promise<Result>,
): Promise<Result | InvalidDocument> {
  const data = await jsonOf(text);
  if (!isObject(data)) return { kind: 'invalid', faults: await faultTexts([notAnObject], data) };
  try {
    return await verb(data);
  } catch (error) {
    const faults = error instanceof AltaError ? documentFaults(error) : [];
    if (faults.length === 0) throw error;
    return { kind: 'invalid', faults: await faultTexts(faults, valueAt(data, placeOfDocument(data))) };
  }
}

const notAnObject: Fault = { code: 'invalid-type', message: 'must be an object', paths: ['$'] };

function documentFaults({ code, faults, fields }: AltaError): Fault[] {
  if (code === 'over-quota') return [];
  if (code !== 'registered-cuit') return faults;
  return Object.values(fields).map((message) => ({ code, message, paths: ['$.tax_id.code'] }));
}

export async function faultTexts(faults: Fault[], document: unknown): Promise<DocumentFault[]> {
  const texts = await getTranslations('console.suppliers.faults');
  const general = await getTranslations('console.errors');
  const locale = await getLocale();
  return faults.map(({ code, params = {}, message, paths }) => {
    const path = paths?.[0] ?? '$';
    const isEmpty = valueAt(document, partsOf(path, document)) === '';
    // An empty amount is missing, not malformed.
    if (code === 'invalid-amount' && isEmpty) return { path, message: texts('missing') };
    const rule = textOf(code, params, locale);
    if (rule) return { path, message: rule };
    const key = keyOf(code, path, valueAt(document, partsOf(path, document)));
    if (texts.has(key as 'missing')) return { path, message: texts(key as 'missing') };
    return { path, message: general.has(key as 'invalid') ? general(key as 'invalid') : message };
  });
}

/** The meaning of a code depends on the field, and on whether there is a value. */
function keyOf(code: string, path: string, value: unknown): string {
  if (path === '$') return 'object';
  if (code === 'GOBL-AR-TAX-IDENTITY-01') {
    return /^\d{11}$/.test(normaliseCuit(String(value))) ? 'cuitDigit' : 'cuitLength';
  }
  if (value === undefined || value === null || value === '') return 'missing';
  if (code === 'invalid-type' || code === 'required') return 'type';
  if (path === '$.$schema') return 'schema';
  if (path === '$.tax_id.country') return 'country';
  if (/^\$\.emails\[\d+\]\.addr$/.test(path)) return 'email';
  return code;
}
