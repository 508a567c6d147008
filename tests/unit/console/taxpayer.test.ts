import { describe, expect, test } from 'vitest';
import { formFieldOf, writeText } from '#console/_editor/json-path.ts';
import {
  cuitIn,
  filledIn,
  hasCustomerDetails,
  suggestionsFor,
  withCustomerOf,
  withoutCustomerDetails,
} from '#console/_editor/taxpayer.ts';

const cuit = '30712345671';
const status = 'ar-arca-vat-status';
const taxpayer = {
  name: 'PANADERIA LA ESPIGA S.A.',
  status: { code: '6', of: cuit, evidence: 'simplified-regime', readAt: '2026-11-23T12:00:00.000Z' },
  address: { street: 'AV CORRIENTES 1234', locality: 'CABA', postalCode: '1043', province: 'CIUDAD' },
};
const registerMarks = {
  [`register-${status}`]: '6',
  'register-tax-code': cuit,
  'register-evidence': 'simplified-regime',
  'register-read-at': '2026-11-23T12:00:00.000Z',
};
const address = {
  street: 'AV CORRIENTES 1234',
  locality: 'CABA',
  region: 'CIUDAD',
  code: '1043',
  country: 'AR',
};
const typed = (
  document: object,
  { folder = 'suppliers', example }: { folder?: string; example?: object } = {},
) => ({
  folder,
  text: writeText(document),
  example: example && writeText(example),
});
const standings = (...given: Parameters<typeof typed>) =>
  Object.fromEntries(
    suggestionsFor(typed(...given), taxpayer).map(({ field, standing }) => [field, standing]),
  );
const filled = (...given: Parameters<typeof typed>) => JSON.parse(filledIn(typed(...given), taxpayer));
const bare = { name: '', tax_id: { country: 'AR', code: cuit } };

describe('the CUIT that is looked up', () => {
  test.each([
    ['of a supplier', 'suppliers', bare, cuit],
    ['with hyphens, and of no country', 'suppliers', { tax_id: { code: '30-71234567-1' } }, cuit],
    ['of an invoice’s customer', 'invoices', { supplier: { tax_id: { code: '1' } }, customer: bare }, cuit],
    ['in an envelope', 'suppliers', { $schema: 'https://gobl.org/draft-0/envelope', doc: bare }, cuit],
    ['that is none yet', 'suppliers', { tax_id: { country: 'AR', code: '3071234567' } }, undefined],
    ['of another country', 'suppliers', { tax_id: { country: 'UY', code: cuit } }, undefined],
    ['that is no text', 'suppliers', { tax_id: { code: 30_712_345_671 } }, undefined],
    ['of a party that is none', 'invoices', { customer: [] }, undefined],
  ])('%s', (_what, folder, document, found) => {
    expect(cuitIn(writeText(document), folder)).toBe(found);
  });

  test('is absent while the text is not JSON', () => {
    expect(cuitIn(`{"tax_id": {"code": "${cuit}"}`, 'suppliers')).toBeUndefined();
  });
});

describe('the register’s data', () => {
  test('fills in empty fields and leaves the rest of the document', () => {
    expect(filled({ ...bare, alias: 'La Espiga', ext: { other: 'x' } })).toEqual({
      name: taxpayer.name,
      tax_id: bare.tax_id,
      alias: 'La Espiga',
      ext: { other: 'x', [status]: '6' },
      addresses: [address],
    });
  });

  test('never replaces typed values', () => {
    const document = {
      ...bare,
      name: 'La Espiga de Ana',
      addresses: [{ street: 'Otra 1' }],
      ext: { [status]: '1' },
    };
    expect(standings(document)).toEqual({ name: 'other', address: 'other', status: 'other' });
    expect(filled(document)).toEqual(document);
  });

  test('counts as present in any spelling', () => {
    const document = {
      ...bare,
      name: 'Panadería La Espiga S.A.',
      addresses: [{ street: 'Av Corrientes 1234' }],
      ext: { [status]: '6' },
    };
    expect(standings(document)).toEqual({ name: 'same', address: 'same', status: 'same' });
  });

  test('replaces an example and a status that was only assumed', () => {
    const example = { customer: { ...bare, name: 'Almacén del Sur S.R.L.' } };
    const assumed = { ext: { [status]: '1' }, meta: { [`assumed-${status}`]: '1' } };
    const document = { customer: { ...example.customer, ...assumed } };
    const invoice = { folder: 'invoices', example };
    expect(filled(document, invoice).customer).toEqual({
      name: taxpayer.name,
      tax_id: bare.tax_id,
      ext: { [status]: '6' },
      meta: registerMarks,
      addresses: [address],
    });
    expect(standings(document, { folder: 'invoices' })).toMatchObject({ name: 'other', status: 'open' });
  });

  test('replaces the register’s data of another customer and keeps the document’s own', () => {
    const of = (code: string) => ({ ...registerMarks, 'register-tax-code': code });
    const customer = {
      ...bare,
      name: 'La Espiga',
      ext: { [status]: '6' },
      meta: { ...of('20123456786'), own: 'x' },
    };
    expect(standings({ customer }, { folder: 'invoices' })).toMatchObject({ status: 'open' });
    expect(filled({ customer }, { folder: 'invoices' }).customer).toMatchObject({
      ext: { [status]: '6' },
      meta: { ...registerMarks, own: 'x' },
    });
    const same = { ...customer, meta: registerMarks };
    expect(standings({ customer: same }, { folder: 'invoices' })).toMatchObject({ status: 'same' });
  });

  test('suggests nothing where it is empty', () => {
    expect(suggestionsFor(typed(bare), {})).toEqual([]);
    expect(JSON.parse(filledIn(typed(bare), {}))).toEqual(bare);
  });

  test('does not touch a text that is not JSON', () => {
    expect(filledIn({ folder: 'suppliers', text: '{"na', example: undefined }, taxpayer)).toBe('{"na');
  });
});

describe('an invoice whose customer gets another CUIT', () => {
  const of = (customer: object) => writeText({ customer, lines: [{ quantity: '2' }] });
  const former = { ...bare, name: 'Almacén del Sur S.R.L.', addresses: [address], ext: { [status]: '1' } };
  const mailed = { ...former, emails: [{ addr: 'pagos@almacen.example' }] };

  test('keeps only the new number, and its lines', () => {
    const changed = of({ ...mailed, tax_id: { country: 'AR', code: '2712345678' } });
    expect(hasCustomerDetails(changed)).toBe(true);
    const cleared = withoutCustomerDetails(changed);
    expect(hasCustomerDetails(cleared)).toBe(false);
    expect(cleared).toBe(of({ name: '', tax_id: { country: 'AR', code: '2712345678' } }));
  });

  test('has its data again if the CUIT is the former one again', () => {
    const cleared = withoutCustomerDetails(of(mailed));
    expect(withCustomerOf(cleared, of(mailed))).toBe(of(mailed));
  });

  test('keeps what was filled in when a field writes that was drawn before it', () => {
    const drawn = { customer: bare, lines: [{ quantity: '2' }] };
    let text = writeText(drawn);
    const onEdit = (edit: (text: string) => string) => {
      text = edit(text);
    };
    const field = formFieldOf({ whole: drawn, at: [], faults: [], onEdit });
    text = filledIn({ folder: 'invoices', text, example: undefined }, taxpayer);
    field.write(['lines', 0, 'quantity'], '3');
    expect(JSON.parse(text)).toMatchObject({ customer: { name: taxpayer.name }, lines: [{ quantity: '3' }] });
  });
});
