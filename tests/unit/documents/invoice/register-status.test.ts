import { describe, expect, it, test } from 'vitest';
import {
  codeOfStatus,
  contradicts,
  registerStatusOf,
  withRegisterStatus,
} from '#lib/documents/invoice/customer.ts';
import {
  build,
  classA,
  classB,
  classC,
  codesAndPaths,
  documentTyped,
  faultsOf,
  gobl,
  type Json,
} from '#tests/support/invoices.ts';

const vatStatus = 'ar-arca-vat-status';
const company = classA().customer as { name: string; tax_id: { country: string; code: string } };
const other = { country: 'AR', code: '30987654321' };
const read = (code: string, of = company.tax_id.code) => ({
  code,
  of,
  evidence: 'tax-32',
  readAt: '2026-11-20T12:00:00.000Z',
});
type Customer = NonNullable<ReturnType<typeof build>['customer']>;

/** An invoice whose customer's status was assumed, and then read in the register, as the document is stored. */
const readAs = (code: string, data: Json = classA()): Json & { customer: Customer } => {
  const built = build(data);
  const customer = withRegisterStatus(built.customer as Customer, read(code));
  return JSON.parse(JSON.stringify(build({ ...built, customer })));
};
const said = (data: unknown) => {
  const { customer, tax, totals } = build(data);
  return {
    status: customer?.ext?.[vatStatus],
    type: tax?.ext?.['ar-arca-doc-type'],
    isRegisters: registerStatusOf(customer) !== undefined,
    isAssumed: customer?.meta?.[`assumed-${vatStatus}`] !== undefined,
    payable: totals.payable,
  };
};
const settled = { isRegisters: true, isAssumed: false, payable: '1210.00' };
const assumed = { isRegisters: false, isAssumed: true, payable: '1210.00' };

describe('a register status', () => {
  it.each([
    ['1', '1'],
    ['6', '1'],
    ['4', '6'],
  ])('%s replaces an assumed one, and class and code follow', (code, type) => {
    expect(said(readAs(code))).toEqual({ status: code, type, ...settled });
  });

  it('leaves the class of an invoice of class C', () => {
    expect(said(readAs('4', classC()))).toMatchObject({ status: '4', type: '11', isRegisters: true });
  });

  it('is stored with its CUIT, its evidence and the time it was read', () => {
    const { meta } = readAs('4').customer;
    expect(meta).toEqual({
      'register-ar-arca-vat-status': '4',
      'register-tax-code': company.tax_id.code,
      'register-evidence': 'tax-32',
      'register-read-at': '2026-11-20T12:00:00.000Z',
    });
  });

  it('stays when the document is built again', () => {
    const stored = readAs('4');
    expect(JSON.parse(JSON.stringify(build(stored)))).toEqual(stored);
  });

  it('leaves the sender’s own metadata, also when it is removed', () => {
    const meta = { crm: '77' };
    const stored = readAs('4', classA({ customer: { ...company, meta } }));
    expect(stored.customer.meta).toMatchObject(meta);
    const moved = build({ ...stored, customer: { ...stored.customer, tax_id: other } });
    expect(moved.customer?.meta).toEqual({ ...meta, [`assumed-${vatStatus}`]: '1' });
  });
});

describe('a register status does not carry over to', () => {
  const changed = (more: Json): Json => {
    const stored = readAs('4');
    return { ...stored, customer: { ...stored.customer, ...more } };
  };

  it('another customer', () => {
    expect(said(changed({ tax_id: other }))).toEqual({ status: '1', type: '1', ...assumed });
    const { identities } = classB().customer as Json;
    expect(said(changed({ tax_id: undefined, identities }))).toEqual({ status: '5', type: '6', ...assumed });
  });

  it('a code written over it, which counts as given', () => {
    const given = { isRegisters: false, isAssumed: false };
    const expected = { status: '6', type: '1', ...given };
    expect(said(changed({ ext: { [vatStatus]: '6' } }))).toMatchObject(expected);
    // Also where it is another customer's then.
    expect(said(changed({ ext: { [vatStatus]: '6' }, tax_id: other }))).toMatchObject(expected);
  });

  it('a document from which the code was removed', () => {
    expect(said(changed({ ext: {} }))).toEqual({ status: '1', type: '1', ...assumed });
  });

  it('incomplete marks, whose code counts as given', () => {
    const { 'register-read-at': _, ...meta } = readAs('4').customer.meta ?? {};
    const { customer } = build(changed({ meta }));
    expect(customer?.ext?.[vatStatus]).toBe('4');
    expect(customer?.meta).toBeUndefined();
  });
});

it('a register status that contradicts the requested class is refused as the register’s', () => {
  const built = build(classA(documentTyped('1')));
  const customer = withRegisterStatus(built.customer as Customer, read('4'));
  const data = { ...built, customer };
  expect(codesAndPaths(data)).toEqual([[gobl('13'), `$.customer.ext.${vatStatus}`]]);
  expect(faultsOf(data)[0]?.params).toEqual({ why: 'register', status: '4', date: '2026-11-20' });
});

describe('a given status', () => {
  const all = ['1', '4', '5', '6', '7', '8', '9', '10', '13', '15', '16'];
  const agreeingWith = (status: keyof typeof codeOfStatus, kind: 'person' | 'company') =>
    all.filter((given) => !contradicts(given, status, kind));

  test.each([
    ['registered', ['1', '10']],
    ['monotributo', ['6', '10', '13', '16']],
    ['exempt', ['4', '10', '15']],
  ] as const)('agrees with %s or contradicts it', (status, agreeing) => {
    expect(agreeingWith(status, 'company')).toEqual(agreeing);
    // A person may buy for themselves.
    expect(agreeingWith(status, 'person').filter((given) => given !== '5')).toEqual(agreeing);
    expect(contradicts('5', status, 'person')).toBe(false);
    expect(contradicts(codeOfStatus[status], status, 'company')).toBe(false);
  });
});
