import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { stampEntry } from '#lib/silo/stamp-entry.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { invoiceQrUrl } from './qr.ts';
import type { Submission } from './submissions.ts';

/** The number and the authority's marks, as the invoice carries them from now on. */
export async function stampInvoice(tx: Transaction, ctx: Context, submission: Submission): Promise<void> {
  const { entryId, cuit, number, cae, caeExpiry, request } = submission;
  if (number === null || !cae || !caeExpiry) throw new Error(`The submission ${submission.id} has no CAE.`);
  const code = String(number);
  const stamps = [
    { prv: 'arca-cae', val: cae },
    { prv: 'arca-cae-expiry', val: caeExpiry },
    { prv: 'arca-qr', val: invoiceQrUrl({ cuit, number, cae, request }) },
  ];
  await stampEntry(tx, ctx, entryId, { code }, stamps);
  await publishEvent(tx, ctx, 'invoice.authorised', {
    entryId,
    data: { series: String(submission.pointOfSale), code },
  });
}
