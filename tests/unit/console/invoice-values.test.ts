import { describe, expect, it, test } from 'vitest';
import {
  conceptOf,
  destinationPath,
  hasOnlyPermits,
  withDestination,
  withForeignCode,
  withPermit,
} from '#console/_editor/export-values.ts';
import {
  hasVat,
  regimeOf,
  withoutStatedAmount,
  withRegime,
  withStatedAmount,
} from '#console/_editor/invoice-values.ts';
import { exported, exportedServices, type Json } from '#tests/support/invoices.ts';

const at = ['charges', 0];
const type = { 'ar-arca-tax-type': '7' };
const mark = { ...type, 'ar-arca-stated-amount': 'S' };
const withTax = (tax: object) => ({ charges: [{ key: 'tax', ...tax }] });

test('a tax’s amount becomes stated at its calculated amount', () => {
  const before = withTax({ base: '800', percent: '3.5%', ext: type });
  expect(withStatedAmount(before, at, '28.00')).toEqual(
    withTax({ base: '800', percent: '3.5%', ext: mark, amount: '28.00' }),
  );
});

test('a stated amount with a percent is calculated again once its mark is removed', () => {
  const before = withTax({ base: '800', percent: '3.5%', amount: '30.00', ext: mark });
  expect(withoutStatedAmount(before, at)).toEqual(withTax({ base: '800', percent: '3.5%', ext: type }));
});

test('a stated amount without a percent becomes a fixed one, which has no base', () => {
  const before = withTax({ base: '800', amount: '30.00', ext: mark });
  expect(withoutStatedAmount(before, at)).toEqual(withTax({ amount: '30.00', ext: type }));
});

describe('the regime', () => {
  const typed = (code: string) => ({ tax: { ext: { 'ar-arca-doc-type': code } } });

  it.each([
    ['registered', {}, true],
    ['registered', typed('201'), true],
    ['monotax', { $tags: ['monotax'] }, false],
    ['monotax', typed('11'), false],
    ['export', { $tags: ['export'] }, false],
    ['export', { $tags: ['monotax', 'export'] }, false],
    ['export', typed('21'), false],
  ])('is %s for %j', (regime, document, isTaxed) => {
    expect([regimeOf(document), hasVat(document)]).toEqual([regime, isTaxed]);
  });

  const domestic = {
    $tags: ['simplified', 'fce'],
    tax: { prices_include: 'VAT', ext: { 'ar-arca-doc-type': '201', 'ar-arca-own': 'x' } },
    customer: {
      name: 'Almacén',
      tax_id: { country: 'AR', code: '30712345671' },
      ext: { 'ar-arca-vat-status': '1' },
      addresses: [{ street: 'Mitre 1', country: 'AR' }],
    },
    lines: [{ quantity: '1', item: { name: 'Pan', price: '1' }, taxes: [{ cat: 'VAT', rate: 'reduced' }] }],
    charges: [
      { key: 'tax', percent: '3%' },
      { percent: '1%', taxes: [{ cat: 'VAT', rate: 'general' }] },
    ],
    ordering: { period: { start: '2026-11-01', end: '2026-11-30' }, code: 'OC 1' },
    payment: { terms: { detail: 'Contado' }, instructions: { key: 'credit-transfer' } },
  };

  it('of an export leaves out VAT, other taxes, the period, the FCE and the Argentine customer', () => {
    expect(withRegime(domestic, 'export')).toEqual({
      $tags: ['simplified', 'export'],
      tax: { ext: { 'ar-arca-own': 'x' } },
      customer: { name: 'Almacén', addresses: [{ street: 'Mitre 1' }] },
      lines: [{ quantity: '1', item: { name: 'Pan', price: '1' } }],
      charges: [{ percent: '1%' }],
      ordering: { code: 'OC 1' },
      payment: { terms: { detail: 'Contado' } },
    });
  });

  it('back from an export leaves out what only an export has, and gives the lines VAT', () => {
    const { customer, lines, ...back } = withRegime(exported(withPermit({}) as Json), 'registered') as {
      customer: unknown;
      lines: { taxes: unknown }[];
    };
    expect(back).not.toHaveProperty('$tags');
    expect(back).not.toHaveProperty('tax');
    expect(back).not.toHaveProperty('delivery');
    expect(customer).toEqual(exported().customer);
    expect(lines[0]?.taxes).toEqual([{ cat: 'VAT', rate: 'general' }]);
    expect(regimeOf(withRegime(exported(), 'monotax'))).toBe('monotax');
  });

  it('of a note of an export leaves out a period, another class, the date and the currency of payment', () => {
    const note = (corrected: object) => ({
      type: 'credit-note',
      preceding: [corrected],
      tax: { ext: { 'ar-arca-same-currency': 'S' } },
      payment: { terms: { detail: 'Contado', due_dates: [{ date: '2026-12-10' }] } },
    });
    const period = { period: { start: '2026-11-01', end: '2026-11-30' }, reason: 'Bonificación' };
    expect(withRegime(note(period), 'export')).toEqual({
      $tags: ['export'],
      type: 'credit-note',
      preceding: [{ code: '', reason: 'Bonificación' }],
      payment: { terms: { detail: 'Contado' } },
    });
    const invoice = { series: '1', code: '7', ext: { 'ar-arca-doc-type': '6' } };
    expect(withRegime(note(invoice), 'export')).toMatchObject({ preceding: [{ series: '1', code: '7' }] });
    expect(withRegime(note(invoice), 'export')).not.toHaveProperty('preceding.0.ext');
  });

  it('of an export changes nothing in one that is valid already', () => {
    for (const document of [exported(), exportedServices()]) {
      expect(withRegime(document, 'export')).toEqual(document);
    }
  });
});

describe('the customer of an export', () => {
  const country = (document: unknown) => withDestination(document, 'BR');

  it('states the destination in the address, or in its tax id', () => {
    expect(country({})).toEqual({ customer: { addresses: [{ country: 'BR' }] } });
    const coded = withForeignCode(country({}), '1122');
    expect(destinationPath(coded)).toEqual(['customer', 'tax_id', 'country']);
    expect(withDestination(coded, 'UY')).toEqual({
      customer: { addresses: [{ country: 'UY' }], tax_id: { country: 'UY', code: '1122' } },
    });
    expect(withForeignCode(coded, '')).toEqual(country({}));
  });

  it('keeps an address in a third country', () => {
    const third = { customer: { tax_id: { country: 'BR', code: '1' }, addresses: [{ country: 'PY' }] } };
    expect(withDestination(third, 'UY')).toMatchObject({
      customer: { tax_id: { country: 'UY' }, addresses: [{ country: 'PY' }] },
    });
  });
});

test('an export permit is added behind the other identities of the delivery', () => {
  const permit = { key: 'export-permit', code: '' };
  const other = { delivery: { identities: [{ key: 'order', code: '1' }] } };
  expect(withPermit(other)).toEqual({ delivery: { identities: [{ key: 'order', code: '1' }, permit] } });
  expect([withPermit({}), withPermit(other)].map(hasOnlyPermits)).toEqual([true, false]);
});

test('the concept follows from the lines', () => {
  const goods = { item: { key: 'goods' } };
  const sold = (...lines: object[]) => conceptOf({ lines });
  expect([sold(goods), sold({}), sold(goods, {})]).toEqual(['goods', 'services', 'both']);
});
