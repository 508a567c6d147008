'use server';

import { z } from 'zod';
import { type Document, folderNames } from '#lib/documents/envelope.ts';
import { issuerGapsOf, type PaperGap, paperGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';
import { consoleAction } from '../_action.ts';
import { textOfDocument } from './document-fields.ts';
import { type BuildResult, longestText, withDocument } from './typed-document.ts';

const Typed = z.strictObject({ folder: z.enum(folderNames), text: z.string().max(longestText) });

/** Completes, normalises and validates the document as it would be stored, without storing it. */
export const build = consoleAction(Typed, async ({ ctx }, { folder, text }) =>
  withDocument(text, async (data): Promise<BuildResult> => {
    await learnIssuerStatus(ctx, data);
    const doc = await buildForIssuer(ctx, data, folder);
    return { kind: 'built', text: textOfDocument(doc), gaps: gapsOf(doc, folder) };
  }),
);

/** Data that the PDF will lack. Customers have no PDF. */
function gapsOf(doc: Document, folder: string): PaperGap[] {
  if (folder === 'invoices') return paperGapsOf(doc);
  return folder === 'suppliers' ? issuerGapsOf(doc) : [];
}
