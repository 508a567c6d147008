'use server';

import { z } from 'zod';
import { buildDocument } from '#lib/documents/build.ts';
import { folderNames } from '#lib/documents/folders.ts';
import { consoleAction } from '../_action.ts';
import { textOfDocument } from './document-text.ts';
import { type BuildResult, longestText, withDocument } from './typed-document.ts';

const Typed = z.strictObject({ folder: z.enum(folderNames), text: z.string().max(longestText) });

/** The document as it would be stored: completed, normalised, validated. Stores nothing. */
export const build = consoleAction(Typed, async (_visit, { folder, text }) =>
  withDocument(
    text,
    async (data): Promise<BuildResult> => ({
      kind: 'built',
      text: textOfDocument(buildDocument(data, folder)),
    }),
  ),
);
