import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSameSale, type ServiceCaller } from '#lib/arca/invoicing.ts';
import { endpointOf, wsfe } from '#lib/arca/services.ts';
import { findInvoice, readLastNumber, saleOf } from '#lib/arca/wsfe.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { company, newHolder } from '#tests/integration/simulator/applicant.ts';
import { login } from '#tests/integration/simulator/wsaa-client.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import {
  abroad,
  build,
  classA,
  classB,
  classC,
  exempt,
  inDollars,
  type Json,
  line,
  note,
  now,
  outsideScope,
  overTheCounter,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';

// Two readings of the authority's manual that know nothing of each other: ours and the simulator's.

let simulator: RunningSimulator;
let caller: ServiceCaller;

/** The supplier of the samples is registered for VAT; class C is issued by who is not. */
const monotributo = '30097000006';
const ofMonotributo = { name: 'Ferretería Sur', tax_id: { country: 'AR', code: monotributo } };

beforeAll(async () => {
  simulator = await startSimulator();
  // The day of the samples.
  const offset = Math.round((now.getTime() - Date.now()) / 1000);
  await simulator.control.clock(offset);
  const times = { generation: offset - 600, expiration: offset + 600 };
  const { token, sign } = await login(
    simulator,
    'sandbox',
    await newHolder(simulator, 'sandbox', { represented: [company, monotributo] }),
    times,
  );
  const endpoint = endpointOf(wsfe, 'sandbox', { sandboxUrl: `${simulator.url}/sandbox` });
  caller = { endpoint, ticket: { token, sign }, cuit: company };
});
afterAll(() => simulator.stop());

const everyRate = ['general', 'reduced', 'increased'].map((rate, index) =>
  line(`${index + 10}.37`, { quantity: '3', taxes: vat(rate) }),
);
const notTaxed = [line('7.77', { taxes: exempt }), line('5.55', { taxes: outsideScope })];

it.each<[string, Json]>([
  ['of class A', classA()],
  [
    'of class A with every rate, exempt and outside the scope',
    classA({ lines: [...everyRate, ...notTaxed] }),
  ],
  ['of class A with prices that include VAT', classA({ lines: everyRate, tax: { prices_include: 'VAT' } })],
  ['of class A with a perception', classA({ charges: [perception()] })],
  [
    'of class A with a tax of a fixed amount',
    classA({ charges: [perception({ percent: undefined, amount: '35.27' })] }),
  ],
  ['of class A with a perception of 0.025 %', classA({ charges: [perception({ percent: '0.025%' })] })],
  [
    'of class A with a perception whose amount is stated',
    classA({
      charges: [
        perception({
          base: '800',
          amount: '30',
          ext: { 'ar-arca-tax-type': '7', 'ar-arca-stated-amount': 'S' },
        }),
      ],
    }),
  ],
  ['of class A with a discount of every rate', classA({ lines: everyRate, discounts: [{ percent: '10%' }] })],
  ['of class A in dollars', inDollars()],
  [
    'of class A that is paid in dollars, at the authority’s own rate',
    inDollars({ exchange_rates: undefined, tax: { ext: { 'ar-arca-same-currency': 'S' } } }),
  ],
  ['of class A for services', services()],
  ['of class B', classB({ lines: everyRate })],
  ['of class B over the counter', overTheCounter()],
  ['of class B to a consumer with a name only', classB({ customer: { name: 'Juana Pérez' } })],
  ['of class B to a company abroad', classB({ customer: abroad })],
  [
    'of class B to a company of a country without a CUIT of its own',
    classB({ customer: { name: 'Pekara', tax_id: { country: 'RS', code: '100000001' } } }),
  ],
  [
    'of class B by a passport with letters',
    classB({
      customer: {
        name: 'Ana',
        identities: [{ code: 'AAB123456', ext: { 'ar-arca-identity-type': '94' } }],
      },
    }),
  ],
  ['of class C', classC({ supplier: ofMonotributo })],
  ['of class C over the counter', classC({ supplier: ofMonotributo, customer: undefined })],
  ['that is a credit note', note('credit-note')],
  [
    'that is a credit note for a period',
    note('credit-note', { preceding: [{ period: { start: '2026-10-01', end: '2026-10-31' } }] }),
  ],
  ['that is a debit note', note('debit-note')],
])('an invoice %s is authorized, and read back unchanged', async (_, data) => {
  const invoice = build(data);
  const request = authorityAmounts(invoice);
  const series = { pointOfSale: request.PtoVta, documentType: request.CbteTipo };
  const issuer = { ...caller, cuit: invoice.supplier.tax_id.code };
  const last = await readLastNumber(issuer, series);
  if (last.kind !== 'last') throw new Error(last.kind);
  const number = last.number + 1;
  const outcome = await authoriseOne(issuer, request, number);
  expect(outcome).toMatchObject({ kind: 'authorised' });
  const found = await findInvoice(issuer, { ...series, number });
  expect(found.kind === 'found' && isSameSale(found.invoice, saleOf(request))).toBe(true);
});
