import fc from 'fast-check';
import { isUnstorable } from '#lib/http/body.ts';
import type { Json } from './invoices.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((written) => !isUnstorable(written));
const kept = fc
  .dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), { maxKeys: 3 })
  .map((members): Json => ({ ...members }));
const cuits = ['30712345671', '30-98765432-1', ' 20.12345678.6', 'AR 33-69345023-9'];
const argentine = fc.constantFrom(...cuits).map((code): Json => ({ code }));

const taxId = fc.oneof(
  argentine,
  argentine.map((members): Json => ({ country: 'AR', ...members })),
  fc.constantFrom<Json>({ country: 'ES', code: ' B12345678' }, { country: 'AR', code: '30712345670' }, {}),
);

/** Anything that may be sent as a party: valid, as people write it, or wrong. */
export const anyParty: fc.Arbitrary<Json> = fc.record(
  {
    $schema: fc.constant('https://gobl.org/draft-0/org/party'),
    name: fc.oneof({ arbitrary: fc.constant(' Ferretería '), weight: 4 }, { arbitrary: text, weight: 1 }),
    tax_id: taxId,
    alias: fc.constantFrom('El Tornillo', ' '),
    addresses: fc.array(kept, { maxLength: 2 }),
    registration: kept,
    emails: fc.constant([{ addr: 'ana@example.com', label: ' x ' }]),
    ext: fc.constant({ 'ar-arca-vat-status': '6' }),
  },
  { requiredKeys: ['name'] },
);
