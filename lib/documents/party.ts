import { z } from 'zod';
import { isValidCuit, normaliseCuit } from './cuit.ts';
import type { Document } from './envelope.ts';
import { partySchema } from './schema-addresses.ts';
import { coded, singleLine } from './validation.ts';

const Text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(500)
  .refine(...singleLine);
const Objects = z.array(z.record(z.string(), z.unknown())).max(50);

/**
 * A tax id; its country defaults to AR. An Argentine code is a CUIT: separators and an `AR` prefix are
 * removed, and the check digit is verified.
 */
const TaxId = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
      .default('AR'),
    code: z
      .string()
      .trim()
      .min(1, 'is required')
      .max(40)
      .refine(...singleLine),
    scheme: z.string().max(40).optional(),
  })
  .transform((taxId, check) => {
    if (taxId.country !== 'AR') return taxId;
    const code = normaliseCuit(taxId.code);
    if (!isValidCuit(code)) {
      check.addIssue({
        code: 'custom',
        path: ['code'],
        message: /^\d{11}$/.test(code)
          ? 'is not a valid CUIT: the check digit does not match'
          : 'must be a CUIT of 11 digits',
        params: coded('GOBL-AR-TAX-IDENTITY-01'),
      });
    }
    return { ...taxId, code };
  });

/**
 * A company or person, in the shape of GOBL's org/party. Fields that Alta does not use stay unchanged.
 */
export const Party = z.strictObject({
  $schema: z.literal(partySchema).default(partySchema),
  $regime: z.string().max(40).optional(),
  uuid: z.uuid().optional(),
  label: Text.optional(),
  name: z
    .string()
    .trim()
    .min(1, 'is required')
    .max(500)
    .refine(...singleLine),
  alias: Text.optional(),
  tax_id: TaxId.optional(),
  identities: Objects.optional(),
  people: Objects.optional(),
  endpoints: Objects.optional(),
  inboxes: Objects.optional(),
  addresses: Objects.optional(),
  emails: z
    .array(z.looseObject({ addr: z.email() }))
    .max(50)
    .optional(),
  websites: Objects.optional(),
  telephones: Objects.optional(),
  registration: z.record(z.string(), z.unknown()).optional(),
  logos: Objects.optional(),
  ext: z.record(z.string(), z.string()).optional(),
  meta: z.record(z.string(), z.string()).optional(),
});
export type Party = z.infer<typeof Party>;

/** A party that issues invoices; needs a tax id. */
export const Supplier = Party.extend({ tax_id: z.preprocess((value) => value ?? {}, TaxId) });
export type Supplier = z.infer<typeof Supplier>;

/** Name and CUIT of an entry's supplier; undefined if the document is not an Argentine supplier. */
export function supplierOf(entry: { doc: Document }): { name: string; cuit: string } | undefined {
  const supplier = Supplier.safeParse(entry.doc);
  if (!supplier.success || supplier.data.tax_id.country !== 'AR') return undefined;
  return { name: supplier.data.name, cuit: supplier.data.tax_id.code };
}

/** Like `supplierOf`, from a list entry's snippet. */
export function partyOfListedEntry({
  snippet: { name, tax_code: code = '' },
}: {
  snippet: Record<string, string>;
}): { name: string; cuit: string } | undefined {
  return name && code.startsWith('AR') ? { name, cuit: code.slice(2) } : undefined;
}
