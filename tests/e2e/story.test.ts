import type { Environment } from '#lib/authority-environment.ts';
import { issueInvoice } from '../support/e2e-invoice.ts';
import { expect, test } from '../support/e2e-test.ts';
import { goThrough } from '../support/e2e-walk.ts';
import { readPdf } from '../support/read-pdf.ts';

for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
  test(`in ${environment}, a supplier gets from the link to an authorized invoice and its PDF`, {
    tag: environment === 'live' ? '@journey' : [],
  }, async ({ page, supplierAt }) => {
    const supplier = await supplierAt(environment);
    await goThrough(page, supplier);
    await supplier.registered();
    if (environment === 'live') await supplier.addPointOfSale(3);
    const { doc, stamps, pdf } = await issueInvoice(supplier, '3');
    const [voucher] = await supplier.vouchers();
    expect(doc).toMatchObject({ series: '3', code: '1', totals: { payable: '36.66' } });
    expect(voucher).toMatchObject({ number: 1, total: 36.66, cae: stamps['arca-cae'] });
    const [original] = await readPdf(pdf, { qr: 'scan' });
    expect(original?.text).toContain(voucher?.cae);
    expect(original?.qr).toBe(stamps['arca-qr']);
    const { searchParams } = new URL(original?.qr ?? '');
    expect(JSON.parse(Buffer.from(searchParams.get('p') ?? '', 'base64').toString())).toEqual({
      ver: 1,
      fecha: doc.issue_date,
      cuit: Number(supplier.cuit),
      ptoVta: 3,
      tipoCmp: 6,
      nroCmp: 1,
      importe: 36.66,
      moneda: 'PES',
      ctz: 1,
      tipoCodAut: 'E',
      codAut: Number(voucher?.cae),
    });
  });
}

// The two together: each page alone is looked at in this width with scripts too, in pages.test.ts.
test('in live, a supplier without scripts registers in a window 320 pixels wide', async ({
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live');
  const page = await device({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await goThrough(page, supplier);
  await supplier.registered();
});
