import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { eraseSupplier } from '#lib/privacy/erase-supplier.ts';

const Erasure = z.object({ id: z.uuid(), erased_at: Instant }).meta({ id: 'Erasure' });

export const PUT = endpoint(
  {
    ...entryRoute('/erasure', 'Entries'),
    operation: 'eraseSupplier',
    summary: 'Erase a supplier, for good',
    details: [
      'Ends their registration, destroys their keys, and deletes or overwrites what there is of them: the document,',
      'files, mails, messages, what jobs kept, and invoices that were not issued. Invoices that the authority has',
      'authorized stay, and the log. The entry answers 410 `entry-erased` from then on. Again changes nothing. The key',
      'needs the scopes `apps/gov-ar:write` and `transform:write` besides.',
    ].join(' '),
    body: z.strictObject({
      confirm: z
        .string()
        .max(600)
        .describe('The name of the supplier, or their tax code, as the entry has it.'),
    }),
    answers: { 200: Erasure },
    failures: ['conflict'],
  },
  async (ctx, { params, body }) => {
    const { id, erasedAt } = await eraseSupplier(ctx, params.id, body.confirm);
    return { body: { id, erased_at: erasedAt.toISOString() } };
  },
);

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods('PUT');
