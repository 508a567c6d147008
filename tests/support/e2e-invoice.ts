import { eventually } from './api-client.ts';
import { type Supplier, supplierName } from './e2e-supplier.ts';

/** Issues an invoice of the supplier to a consumer through the API. Returns the sent entry and its PDF. */
export async function issueInvoice(
  { call, download, cuit }: Supplier,
  series: string,
): Promise<{ doc: IssuedDocument; stamps: Record<string, string>; pdf: Buffer }> {
  const { body: workflow } = await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  const { body: entry } = await call('POST', '/silo/v1/entries', {
    folder: 'invoices',
    data: {
      series,
      supplier: { name: supplierName, tax_id: { country: 'AR', code: cuit } },
      lines: [
        {
          quantity: '3',
          item: { key: 'goods', name: 'Tornillos ⅜ × 20', price: '10.10' },
          taxes: [{ cat: 'VAT', rate: 'general' }],
        },
      ],
    },
  });
  await call('POST', '/transform/v1/jobs', { workflow_id: workflow.id, silo_entry_id: entry.id });
  const sent = await eventually(
    async () => (await call('GET', `/silo/v1/entries/${entry.id}`)).body,
    ({ state }) => state === 'sent' || state === 'error',
  );
  if (sent.state !== 'sent') throw new Error(`the invoice was not sent: ${JSON.stringify(sent.faults)}`);
  const pdf = await download(sent.attachments[0].url);
  const stamps = Object.fromEntries(
    sent.data.head.stamps.map(({ prv, val }: { prv: string; val: string }) => [prv, val]),
  );
  return { doc: sent.data.doc, stamps, pdf };
}

interface IssuedDocument {
  series: string;
  code: string;
  issue_date: string;
  totals: { payable: string };
}
