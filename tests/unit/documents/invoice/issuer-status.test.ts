import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IssuerStatus } from '#lib/documents/invoice/document-types.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import {
  exportToLookUp,
  issuerToLookUp,
  statusOfPointOfSale,
  withExportTag,
  withIssuerStatus,
} from '#lib/documents/invoice/issuer-status.ts';
import { noteOf } from '#lib/documents/invoice/note.ts';
import {
  abroad,
  classA,
  classB,
  classC,
  corrected,
  documentTyped,
  exported,
  faultsOf,
  type Json,
  line,
  now,
  supplierOfStatus,
} from '#tests/support/invoices.ts';
import { oddValue } from '#tests/support/odd-values.ts';

const untaxed = (more: Json = {}) => classA({ lines: [line('1000.00', { taxes: undefined })], ...more });
const build = (data: Json, status?: IssuerStatus) => buildInvoice(withIssuerStatus(data, status), { now });
const stored = (data: unknown) => JSON.parse(JSON.stringify(data)) as Json;
const described = ({ supplier, tax }: ReturnType<typeof build>) => [
  supplier.ext?.['ar-arca-vat-status'],
  tax?.ext?.['ar-arca-doc-type'],
];

describe('the status of a point of sale', () => {
  it.each([
    ['CAE - Ri Iva', 'registered'],
    ['CAE - RI IVA', 'registered'],
    ['CAE - Monotributo', 'monotributo'],
    ['CAE - Exento IVA', 'exempt'],
    ['CAE - Exento Iva', 'exempt'],
    ['CAE', undefined],
    ['CAE - Notarial', undefined],
  ])('for %s is %s', (system, status) => {
    expect(statusOfPointOfSale(system)).toBe(status);
  });
});

describe('an invoice without a stated class', () => {
  it.each([
    ['monotributo', ['6', '11']],
    ['exempt', ['4', '11']],
  ] as const)('from a supplier found to be %s is of class C, also when built again', (status, expected) => {
    const built = build(untaxed(), status);
    expect(described(built)).toEqual(expected);
    expect(built.supplier.meta).toEqual({ 'assumed-ar-arca-vat-status': expected[0] });
    expect(buildInvoice(stored(built), { now })).toEqual(built);
  });

  it.each([
    ['registered', 'registered'],
    ['of no status that is known', undefined],
  ] as const)('from a supplier %s stays as it was sent', (_, status) => {
    expect(build(classA(), status)).toEqual(buildInvoice(classA(), { now }));
  });

  it('follows a newly found status and a written one', () => {
    const built = stored(build(untaxed(), 'monotributo'));
    expect(described(build({ ...built, lines: classA().lines as Json[] }, 'registered'))).toEqual([
      undefined,
      '1',
    ]);
    expect(described(build({ ...built, supplier: supplierOfStatus('4') }, 'monotributo'))).toEqual([
      '4',
      '11',
    ]);
  });

  it('with VAT is refused with the issuer as the reason', () => {
    expect(faultsOf(withIssuerStatus(classA(), 'exempt'))).toMatchObject([
      { code: 'GOBL-AR-ARCA-BILL-INVOICE-23', params: { why: 'issuer', status: 'exempt' } },
    ]);
  });
});

describe('a document with a stated class', () => {
  it.each<[string, Json, string | undefined]>([
    ['by the tag', classC(), 'C'],
    ['by its type', classA(documentTyped('6')), 'B'],
    ['by what it corrects', classB({ type: 'credit-note', preceding: [corrected()] }), 'A'],
    ['not at all', classA(), undefined],
    ['by a type that was assumed, not at all', stored(buildInvoice(classA(), { now })), undefined],
  ])('is recognized %s: %o', (_, data, letter) => {
    expect(issuerToLookUp(data)?.letter).toBe(letter);
  });

  it('keeps its class, whatever status was found', () => {
    expect(withIssuerStatus(classA(documentTyped('1')), 'monotributo')).toEqual(classA(documentTyped('1')));
    expect(described(build(classC(), 'exempt'))).toEqual(['4', '11']);
    expect(withIssuerStatus(classC(), 'registered')).toEqual(classC());
  });

  it('may be a note of an invoice from when the supplier had another status', () => {
    const invoice = { ...build(untaxed(), 'monotributo'), code: '12' };
    const note = stored(
      noteOf(invoice, {
        id: '01a209c4-1f63-74e8-a7a0-b4dcb1e2a14f',
        type: 'credit-note',
        extent: { kind: 'whole' },
        now,
      }),
    );
    expect(described(build(note, 'registered'))).toEqual(['6', '13']);
    const ofClassA = classA({
      type: 'credit-note',
      preceding: [corrected()],
      supplier: supplierOfStatus('1'),
    });
    expect(described(build(ofClassA, 'monotributo'))).toEqual(['1', '3']);
  });
});

describe('an invoice without a stated class, as an export,', () => {
  const untagged = (more: Json = {}) => exported({ $tags: undefined, ...more });
  const tourist = { name: 'Ann Lee', addresses: [{ street: 'Main St', country: 'US' }] };

  it.each<[string, Json]>([
    ['a customer’s tax id of another country', untagged()],
    [
      'a customer’s status 9 and no tax id',
      untagged({ customer: { ...tourist, ext: { 'ar-arca-vat-status': '9' } } }),
    ],
    ['another tag than that of a class', untagged({ $tags: ['simplified'] })],
    ['a stated status of the supplier', untagged({ supplier: supplierOfStatus('6') })],
    [
      'a customer’s status that was assumed of an earlier customer',
      untagged({
        customer: {
          ...abroad,
          ext: { 'ar-arca-vat-status': '1' },
          meta: { 'assumed-ar-arca-vat-status': '1' },
        },
      }),
    ],
  ])('is possible with %s', (_, data) => {
    expect(exportToLookUp(data)).toEqual({ cuit: '30123456781', pointOfSale: 5 });
  });

  it.each<[string, Json]>([
    ['a customer with a CUIT', untagged({ customer: classA().customer })],
    [
      'a customer with a CUIT, whatever status is given',
      untagged({ customer: { ...(classA().customer as Json), ext: { 'ar-arca-vat-status': '9' } } }),
    ],
    ['a consumer with an address abroad', untagged({ customer: tourist })],
    [
      'a customer abroad whose given status is domestic',
      untagged({ customer: { ...abroad, ext: { 'ar-arca-vat-status': '5' } } }),
    ],
    ['no customer', untagged({ customer: undefined })],
    ['the tag of another class', untagged({ $tags: ['monotax'] })],
    ['its own tag', exported()],
    ['a type of another class', untagged(documentTyped('6'))],
    ['an invoice of another class to correct', untagged({ type: 'credit-note', preceding: [corrected()] })],
    ['a supplier without a valid CUIT', untagged({ supplier: { name: 'X', tax_id: { code: '1' } } })],
  ])('is impossible with %s', (_, data) => {
    expect(exportToLookUp(data)).toBeUndefined();
  });

  it('keeps its other tags, and is not looked up again', () => {
    const built = stored(buildInvoice(withExportTag(untagged({ $tags: ['simplified'] })), { now }));
    expect(built.$tags).toEqual(['simplified', 'export']);
    expect(built).toMatchObject({ tax: { ext: { 'ar-arca-doc-type': '19' } } });
    expect(exportToLookUp(built)).toBeUndefined();
  });
});

it('the issuer’s status never throws, whatever is sent', () => {
  fc.assert(
    fc.property(
      oddValue,
      fc.constantFrom('supplier', 'customer', 'series', 'tax', '$tags', 'preceding', 'type'),
      (odd, name) => {
        withIssuerStatus({ ...classA(), [name]: odd }, 'monotributo');
        exportToLookUp({ ...exported({ $tags: undefined }), [name]: odd });
        issuerToLookUp(odd);
      },
    ),
    { seed: 5, numRuns: 500 },
  );
});
