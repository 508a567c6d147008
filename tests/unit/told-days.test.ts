import { expect, test } from 'vitest';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { formatDay } from '#lib/i18n.ts';
import { indexPage } from '#lib/privacy/export-supplier.ts';
import { rejectionProblem } from '#lib/registrations/receive-certificate.ts';
import { dayAt } from '#lib/reports/counts.ts';
import { buenosAiresDay, buenosAiresTime } from '#lib/time.ts';
import { classA, documentTyped, faultsOf } from '#tests/support/invoices.ts';

/** In Buenos Aires it is still the evening before, at 22:30. */
const instant = new Date('2026-12-01T01:30:00.000Z');

const customer = {
  name: 'Almacén del Sur S.R.L.',
  tax_id: { country: 'AR', code: '30712345671' },
  ext: { 'ar-arca-vat-status': '4' },
  meta: {
    'register-ar-arca-vat-status': '4',
    'register-tax-code': '30712345671',
    'register-evidence': 'tax-32',
    'register-read-at': instant.toISOString(),
  },
};

test.each<[string, () => unknown, RegExp]>([
  ['a day', () => buenosAiresDay(instant), /^2026-11-30$/],
  ['a day and its time', () => buenosAiresTime(instant), /^2026-11-30T22:30:00-03:00$/],
  ['a day of a page or a mail', () => formatDay(instant), /^30\/11\/2026$/],
  ['a day that is counted', () => dayAt(instant).date, /^2026-11-30$/],
  [
    'the problem of a certificate that has ended',
    () =>
      rejectionProblem({ reason: 'expired', detail: { notAfter: instant.toISOString() } }).faults[0]?.message,
    /notAfter: 2026-11-30T22:30:00-03:00/,
  ],
  [
    'the fault of a customer whom the register has otherwise',
    () => faultsOf(classA({ customer, ...documentTyped('1') }), instant)[0]?.params?.date,
    /^2026-11-30$/,
  ],
  ['an invoice', () => buildInvoice(classA(), { now: instant }).issue_date, /^2026-11-30$/],
  [
    'the download of a supplier’s data',
    () =>
      indexPage({ name: 'x', workspace: 'y', at: instant, doc: {}, counts: new Map(), files: 0, others: [] }),
    /30 de noviembre de 2026/,
  ],
])('%s uses the day of Buenos Aires, which is still the day before', async (_, told, expected) => {
  expect(String(await told())).toMatch(expected);
});
