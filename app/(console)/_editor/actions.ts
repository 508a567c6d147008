'use server';

import { z } from 'zod';
import { buildDocument } from '#lib/documents/build.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { folderNames } from '#lib/documents/folders.ts';
import { issuerGapsOf, type PaperGap, paperGapsOf } from '#lib/documents/invoice/paper.ts';
import { consoleAction } from '../_action.ts';
import { textOfDocument } from './document-text.ts';
import { type BuildResult, longestText, withDocument } from './typed-document.ts';

const Typed = z.strictObject({ folder: z.enum(folderNames), text: z.string().max(longestText) });

/** The document as it would be stored: completed, normalised, validated. Stores nothing. */
export const build = consoleAction(Typed, async (_visit, { folder, text }) =>
  withDocument(text, async (data): Promise<BuildResult> => {
    const doc = buildDocument(data, folder);
    return { kind: 'built', text: textOfDocument(doc), gaps: gapsOf(doc, folder) };
  }),
);

/** Of a customer no paper is made. */
function gapsOf(doc: Document, folder: string): PaperGap[] {
  if (folder === 'invoices') return paperGapsOf(doc);
  return folder === 'suppliers' ? issuerGapsOf(doc) : [];
}
