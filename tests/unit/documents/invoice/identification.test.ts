import { describe, expect, it } from 'vitest';
import {
  creditInvoiceThreshold,
  identificationThreshold,
  identificationThresholds,
} from '#lib/documents/invoice/identification.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { readEnv } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { line, now, overTheCounter } from '#tests/support/invoices.ts';

/** 10 and 12 million pesos with their VAT. */
const [ten, twelve] = ['8264462.81', '9917355.38'];

describe('the amount from which a consumer must be identified', () => {
  it.each([
    ['2020-01-01', '10000000'],
    ['2025-05-29', '10000000'],
    ['2026-12-31', '10000000'],
    ['2027-01-01', '12000000'],
    ['2027-06-30', '12000000'],
    ['2027-07-01', '15000000'],
  ])('on %s is %s, the last one in force', (day, amount) => {
    const { ARCA_IDENTIFY_FROM: own } = readEnv({
      ARCA_IDENTIFY_FROM: '2027-07-01=15000000, 2027-01-01=12000000',
    });
    expect(identificationThreshold(day, own)).toBe(amount);
  });

  it('has a counterpart for credit invoices', () => {
    const { ARCA_FCE_FROM: own } = readEnv({ ARCA_FCE_FROM: '2027-04-14=7000000' });
    expect(creditInvoiceThreshold('2026-04-14', own)).toMatchObject({ from: '2026-04-14', pesos: '5549862' });
    expect(creditInvoiceThreshold('2027-04-14', own)).toMatchObject({ from: '2027-04-14', pesos: '7000000' });
  });

  it('is the operator’s where both begin on the same day', () => {
    const from = identificationThresholds[0]?.from ?? '';
    expect(identificationThreshold(from, [{ from, pesos: '1' }])).toBe('1');
  });

  it.each([
    ['in force', '2026-11-20', ten, false],
    ['still to come', '2026-11-21', ten, true],
    ['in force, and reached', '2026-11-20', twelve, true],
  ])('is that of the issue date: %s', (_, from, price, isRefused) => {
    const build = () =>
      buildInvoice(overTheCounter({ lines: [line(price)] }), {
        now,
        operatorLimits: [{ from, pesos: '12000000' }],
      });
    if (isRefused) expect(build).toThrow(AltaError);
    else expect(build().totals.payable).toBe('10000000.00');
  });

  it.each([
    '10000000',
    '2027-02-30=1',
    '2027-01-01=1.5',
    '2027-01-01=-1',
    '2027-01-01',
    '=1',
    '2027-01-01=1;',
  ])('can not be configured as %j', (written) => {
    expect(() => readEnv({ ARCA_IDENTIFY_FROM: written })).toThrow(/ARCA_IDENTIFY_FROM/);
  });
});
