import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { codeOfStatus } from '#lib/documents/invoice/customer.ts';
import type { KnownTaxpayer } from '#lib/taxpayers.ts';

/** A CUIT in any common notation. */
export const Cuit = z
  .string()
  .transform(normaliseCuit)
  .refine(isValidCuit, 'must be a CUIT: 11 digits with their check digit');

export const TaxpayerResponse = z
  .object({
    cuit: z.string(),
    name: z.string().optional().describe('Absent if the register withholds it.'),
    kind: z.enum(['person', 'company']),
    state: z.enum(['active', 'inactive']).optional().describe('Absent if the register does not say.'),
    vat_status: z
      .enum(['registered', 'monotributo', 'exempt'])
      .optional()
      .describe('Absent if the register leaves it open: ask the taxpayer.'),
    vat_status_code: z
      .string()
      .optional()
      .describe('`vat_status` as the code in `ext.ar-arca-vat-status` of a party.'),
    vat_evidence: z
      .enum(['simplified-regime', 'tax-30', 'tax-32'])
      .optional()
      .describe(
        'Evidence for `vat_status`: data of the simplified regime (monotributo), or the active tax 30 or 32.',
      ),
    address: z
      .object({
        street: z.string().optional(),
        locality: z.string().optional(),
        postal_code: z.string().optional(),
        province: z.string().optional(),
      })
      .optional()
      .describe('Registered tax address («domicilio fiscal»).'),
    remarks: z
      .array(z.string())
      .describe("Problems with the taxpayer's registration, in the authority's words."),
    read_at: Instant.describe('When the register was read.'),
  })
  .meta({ id: 'Taxpayer' });

export const taxpayerResponse = ({
  cuit,
  name,
  kind,
  state,
  vat,
  address,
  remarks,
  readAt,
}: KnownTaxpayer): z.infer<typeof TaxpayerResponse> => ({
  cuit,
  name,
  kind,
  state,
  ...(vat
    ? { vat_status: vat.status, vat_status_code: codeOfStatus[vat.status], vat_evidence: vat.evidence }
    : {}),
  address: address && {
    street: address.street,
    locality: address.locality,
    postal_code: address.postalCode,
    province: address.province,
  },
  remarks,
  read_at: readAt.toISOString(),
});
