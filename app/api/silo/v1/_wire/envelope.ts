import { z } from 'zod';
import { pageResponse, timedPageQuery } from '#app/api/_wire/page.ts';
import { envelop } from '#lib/documents/envelope.ts';
import type { Page } from '#lib/paging.ts';
import type { EnvelopeRow } from '#lib/silo/envelopes.ts';
import { archivedOf, EntryQuery } from './entry.ts';

export const EnvelopeQuery = EntryQuery.extend({
  documents: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`false`: each `doc` has only its `$schema`, for clients that need only digests and stamps.'),
});

export const envelopeQuery = ({ documents, ...query }: z.infer<typeof EnvelopeQuery>) => ({
  ...timedPageQuery(query),
  ...archivedOf(query),
  documents: documents !== 'false',
});

/** A page of envelopes as JSON. Each document is sent as its stored JSON text. */
export function envelopePage(page: Page<EnvelopeRow>): string {
  const { list, ...rest } = pageResponse(page, envelopeText);
  return `{"list":[${list.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

function envelopeText({ id, digest, stamps, doc }: EnvelopeRow): string {
  const { doc: _, ...around } = envelop(id, {}, digest, stamps);
  return `${JSON.stringify(around).slice(0, -1)},"doc":${doc}}`;
}
