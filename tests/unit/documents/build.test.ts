import { expect, test } from 'vitest';
import { buildDocument } from '#lib/documents/build.ts';
import { AltaError } from '#lib/errors.ts';

test('a document is completed and normalised', () => {
  expect(buildDocument({ name: '  Ferretería El Tornillo ', tax_id: { code: '30-71234567-1' } })).toEqual({
    $schema: 'https://gobl.org/draft-0/org/party',
    name: 'Ferretería El Tornillo',
    tax_id: { country: 'AR', code: '30712345671' },
  });
});

test('what is built is built again to the same', () => {
  const built = buildDocument({
    name: 'A',
    tax_id: { code: '30712345671' },
    emails: [{ addr: 'a@b.example' }],
  });
  expect(buildDocument(built)).toEqual(built);
});

test('a customer needs no tax id, and its country is its own', () => {
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
])('with %s each fault has its path', (_what, data, paths) => {
  const error = refusalOf(() => buildDocument(data));
  expect(error.key).toBe('validation');
  expect(error.faults.flatMap((fault) => fault.paths)).toEqual(paths);
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
