import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { exportSupplier } from '#lib/privacy/export-supplier.ts';

export const GET = endpoint(
  {
    ...entryRoute('/export', 'Entries'),
    operation: 'exportSupplier',
    summary: 'Fetch all that is kept of a supplier, as a ZIP',
    details: [
      'The rows of each table as JSON, with a page in Spanish that says what is what, and the files: for a supplier',
      'who asks what is known of them. Without private keys, tickets, tokens and links. The key needs the scopes',
      '`apps/gov-ar:read` and `transform:read` besides.',
    ].join(' '),
    answers: { 200: 'file' },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params }) => ({ download: await exportSupplier(ctx, params.id) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
