import { describe, expect, it } from 'vitest';
import {
  abroad,
  build,
  classA,
  classB,
  classC,
  codesAndPaths,
  corrected,
  documentTyped,
  gobl,
  type Json,
  line,
  overTheCounter,
  services,
  vat,
} from '#tests/support/invoices.ts';

const status = 'ar-arca-vat-status';
const type = 'ar-arca-doc-type';
const company = classA().customer as Json;
const person = classB().customer as Json;
const otherCompany = { name: 'Corralón Norte S.A.', tax_id: { country: 'AR', code: '30987654321' } };
const withStatus = (customer: Json, code: string) => ({ ...customer, ext: { [status]: code } });

/** What is said of the customer and of the class, each with what is assumed of it. */
const said = (data: unknown) => {
  const { customer, tax } = build(data);
  const of = (coded: typeof tax | typeof customer, name: string) => [
    coded?.ext?.[name],
    coded?.meta?.[`assumed-${name}`],
  ];
  return { status: of(customer, status), type: of(tax, type) };
};
/** The document as it is stored, changed. */
const changed = (data: Json, change: (built: Json) => Json): Json =>
  change(JSON.parse(JSON.stringify(build(data))));
const become =
  (customer: Json | undefined) =>
  (built: Json): Json => ({ ...built, customer });
/** The customer keeps what was built of it, as where one field is edited. */
const edited =
  (more: Json) =>
  (built: Json): Json => ({ ...built, customer: { ...(built.customer as Json), ...more } });

describe('a missing code', () => {
  it('is that of no category for the CUIT that stands for it, so that the perception is due', () => {
    const customer = { name: 'No categorizado', tax_id: { country: 'AR', code: '23000000000' } };
    const perception = { key: 'tax', amount: '100.00', ext: { 'ar-arca-tax-type': '13' } };
    expect(said(classA({ customer, charges: [perception] }))).toEqual({
      status: ['7', '7'],
      type: ['6', '6'],
    });
    expect(codesAndPaths(classA({ customer }))).toEqual([['ARCA-10067', '$.charges']]);
  });

  it.each([
    ['a company', company, '1', '1'],
    ['somebody abroad', abroad, '9', '6'],
    ['a person', person, '5', '6'],
  ])('is assumed for %s and marked as assumed in the document', (_, customer, expected, usual) => {
    expect(said(classA({ customer }))).toEqual({ status: [expected, expected], type: [usual, usual] });
  });

  it('a given code stays the sender’s, even where it equals the assumed one', () => {
    expect(said(classA({ customer: withStatus(company, '1') })).status).toEqual(['1', undefined]);
    expect(said(classA({ customer: withStatus(company, '6') }))).toEqual({
      status: ['6', undefined],
      type: ['1', '1'],
    });
    expect(said(classA(documentTyped('51'))).type).toEqual(['51', undefined]);
  });

  it('leaves the sender’s own metadata in place', () => {
    const meta = { crm: '77' };
    const built = build(classA({ customer: { ...company, meta }, tax: { meta } }));
    expect([built.customer?.meta, built.tax?.meta]).toMatchObject([meta, meta]);
    const confirmed = build({ ...built, customer: { ...built.customer, meta } });
    expect(confirmed.customer).toMatchObject({ meta, ext: { [status]: '1' } });
    expect(confirmed.customer?.meta).toEqual(meta);
  });
});

describe('an assumption does not carry over to', () => {
  it.each<[string, Json, (built: Json) => Json, string, string]>([
    ['a customer who moved abroad', classA(), edited({ tax_id: abroad.tax_id }), '9', '6'],
    [
      'a company that turned out to be a person',
      classA(),
      edited({ tax_id: undefined, identities: person.identities }),
      '5',
      '6',
    ],
    ['another customer', classA(), become(person), '5', '6'],
    ['a person with a CUIT after all', classB(), edited({ tax_id: company.tax_id }), '1', '1'],
    ['a customer from abroad', classA({ customer: abroad }), become(company), '1', '1'],
    ['the first customer', overTheCounter(), become(company), '1', '1'],
    ['another company', classA(), edited(otherCompany), '1', '1'],
  ])('%s', (_, data, change, expected, usual) => {
    expect(said(changed(data, change))).toEqual({ status: [expected, expected], type: [usual, usual] });
  });

  it('a document without a customer', () => {
    expect(said(changed(classA(), become(undefined)))).toEqual({
      status: [undefined, undefined],
      type: ['6', '6'],
    });
  });

  it('a document of another type or of a monotributo', () => {
    const note = { type: 'credit-note', preceding: [corrected()] };
    expect(said(changed(classA(), (built) => ({ ...built, ...note }))).type).toEqual(['3', '3']);
    const lines = [line('1000.00', { taxes: undefined })];
    const simplified = changed(classA(), (built) => ({ ...built, $tags: ['monotax'], lines }));
    expect(said(simplified).type).toEqual(['11', '11']);
    const registered = changed(classC(), ({ $tags: _, ...built }) => ({
      ...built,
      lines: [line('1000.00', { taxes: vat() })],
    }));
    expect(said(registered).type).toEqual(['1', '1']);
  });
});

describe('a code written over an assumption', () => {
  const statusChanged = (code: string) =>
    changed(classA(), ({ customer, ...built }) => {
      const { ext, ...rest } = customer as { ext: Json };
      return { ...built, customer: { ...rest, ext: { ...ext, [status]: code } } };
    });

  it('counts as given from then on, and dependent codes follow it', () => {
    expect(said(statusChanged('6'))).toEqual({ status: ['6', undefined], type: ['1', '1'] });
    expect(said(statusChanged('4'))).toEqual({ status: ['4', undefined], type: ['6', '6'] });
    const elsewhere = edited({ tax_id: otherCompany.tax_id });
    expect(said(changed(statusChanged('4'), elsewhere)).status).toEqual(['4', undefined]);
  });

  it('is refused where it contradicts the document, including its assumptions', () => {
    const typed = changed(classA(), ({ tax, ...built }) => ({
      ...built,
      tax: { ...(tax as Json), ext: { [type]: '6' } },
    }));
    for (const data of [typed, classA(documentTyped('6'))]) {
      expect(codesAndPaths(data)).toEqual([[gobl('14'), `$.customer.ext.${status}`]]);
    }
    const exempt = classA({ customer: withStatus(company, '4'), ...documentTyped('1') });
    expect(codesAndPaths(exempt)).toEqual([[gobl('13'), `$.customer.ext.${status}`]]);
  });

  it('gives way to the assumption again when it is removed', () => {
    const { ordering, payment } = services();
    const cleared = changed(services({ ordering, payment }), ({ customer, ...built }) => {
      const { ext: _, ...rest } = customer as Json;
      return { ...built, customer: rest };
    });
    expect(said(cleared).status).toEqual(['1', '1']);
  });
});
