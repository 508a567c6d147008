import { expect, test } from 'vitest';
import { buildDocument } from '#lib/documents/build.ts';
import { AltaError } from '#lib/errors.ts';
import { classB, type Json, line } from '#tests/support/invoices.ts';

test('a document is completed and normalized', () => {
  expect(buildDocument({ name: '  Ferretería El Tornillo ', tax_id: { code: '30-71234567-1' } })).toEqual({
    $schema: 'https://gobl.org/draft-0/org/party',
    name: 'Ferretería El Tornillo',
    tax_id: { country: 'AR', code: '30712345671' },
  });
});

test('a built document is unchanged when built again', () => {
  const built = buildDocument({
    name: 'A',
    tax_id: { code: '30712345671' },
    emails: [{ addr: 'a@b.example' }],
  });
  expect(buildDocument(built)).toEqual(built);
});

test('a customer needs no tax id and keeps its own country', () => {
  expect(buildDocument({ name: 'A' }, 'customers')).not.toHaveProperty('tax_id');
  const spanish = { name: 'A', tax_id: { country: 'ES', code: 'B12345678' } };
  expect(buildDocument(spanish, 'customers')).toMatchObject(spanish);
});

test.each([
  ['no name', { tax_id: { code: '30712345671' } }, ['$.name']],
  ['another check digit', { name: 'A', tax_id: { code: '30712345670' } }, ['$.tax_id.code']],
  ['an unknown field', { name: 'A', tax_id: { code: '30712345671' }, nombre: 'B' }, ['$.nombre']],
  ['several faults', { name: '', tax_id: { code: '7' } }, ['$.name', '$.tax_id.code']],
  [
    'an envelope',
    { $schema: 'https://gobl.org/draft-0/envelope', doc: { tax_id: { code: '30712345671' } } },
    ['$.name'],
  ],
])('each fault of a document with %s has its path', (_what, data, paths) => {
  const error = refusalOf(() => buildDocument(data));
  expect(error.key).toBe('validation');
  expect(error.faults.flatMap((fault) => fault.paths)).toEqual(paths);
});

const sold = (item: Json) => line('10.00', { item: { name: 'Pan', key: 'goods', price: '10.00', ...item } });

test.each<[string, string, Record<string, unknown>, string[]]>([
  ['a line break in a name', 'suppliers', { name: 'Mala SA\n=1+1' }, ['$.name']],
  ['a lone carriage return in a name', 'customers', { name: 'Mala SA\r=1+1' }, ['$.name']],
  ['a tab in an alias', 'suppliers', { name: 'A', alias: 'B\tC' }, ['$.alias']],
  ['a separator of lines in a name', 'suppliers', { name: 'A\u2028B' }, ['$.name']],
  [
    'an escape in a field that is kept as it came',
    'suppliers',
    { name: 'A', people: [{ name: { given: 'Eva\u001b[2J' } }] },
    ['$.people[0].name.given'],
  ],
  ['a bell in the name of a member', 'suppliers', { name: 'A', meta: { 'b\u0007': 'c' } }, ['$.meta']],
  [
    'Windows-1252 that was read as Latin-1',
    'suppliers',
    { name: 'A', addresses: [{ street: 'Mitre \u0096 Norte' }] },
    ['$.addresses[0].street'],
  ],
  [
    'a line break in the customer of an invoice',
    'invoices',
    classB({ customer: { name: 'B\n=1+1' } }),
    ['$.customer.name'],
  ],
  ['a line break in a number', 'invoices', classB({ code: '1\n=1' }), ['$.code']],
  [
    'a backspace in an item',
    'invoices',
    classB({ lines: [sold({ name: 'Pan\u0008' })] }),
    ['$.lines[0].item.name'],
  ],
  [
    'a character that XML does not have',
    'invoices',
    classB({ charges: [{ key: 'tax', amount: '1.00', reason: 'IIBB\uffff' }] }),
    ['$.charges[0].reason'],
  ],
])('%s is refused with its path', (_what, folder, data, paths) => {
  const tax_id = folder === 'invoices' ? {} : { tax_id: { code: '30712345671' } };
  const error = refusalOf(() => buildDocument({ ...tax_id, ...data }, folder));
  expect(error.faults.map(({ code, paths }) => [code, paths])).toEqual([['control-character', paths]]);
});

test('line breaks and tabs stay in a note and in an item’s description', () => {
  const [description, text] = ['Pan\tde campo\r\ncon semillas', 'Gracias.\nVuelva pronto.'];
  const sent = classB({ lines: [sold({ description })], notes: [{ text }] });
  expect(buildDocument(sent, 'invoices')).toMatchObject({
    lines: [{ item: { description } }],
    notes: [{ text }],
  });
});

test('an unknown folder is refused', () => {
  expect(refusalOf(() => buildDocument({}, 'nowhere')).fields).toHaveProperty('folder');
});

function refusalOf(build: () => unknown): AltaError {
  try {
    build();
  } catch (error) {
    if (error instanceof AltaError) return error;
    throw error;
  }
  throw new Error('it was built');
}
