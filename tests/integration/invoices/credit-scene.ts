import { activeCertificate } from '#lib/certificates/store.ts';
import { buenosAiresDay, dayMs } from '#lib/time.ts';
import { type Json, line } from '#tests/support/invoices.ts';
import type { Issuer } from '#tests/support/issuer.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import type { RunningSimulator } from '#tests/support/simulator.ts';

/** Holder of the sandbox certificates: `tests/support/certified.ts`. */
const person = '27123456780';

/** Lets the issuer's certificate use the registry of credit invoices, by default in the issuer's own name. */
export async function authoriseRegistry(
  simulator: RunningSimulator,
  { ctx, supplierId, cuit }: Pick<Issuer, 'ctx' | 'supplierId' | 'cuit'>,
): Promise<void> {
  const certificate = await activeCertificate(ctx, supplierId);
  const alias = certificate?.certificateAlias ?? '';
  await simulator.authorise('sandbox', { cuit: person, alias, represented_cuit: cuit, service: 'wsfecred' });
}

/** A company of that size in the register, and an invoice's customer. */
export async function newCustomer(simulator: RunningSimulator, size?: 'MIPYME' | 'GRANDE') {
  const cuit = newCuit('30');
  await simulator.addTaxpayer('sandbox', { cuit, ...(size ? { size } : {}) });
  const customer = { name: 'Hipermercados Unidos S.A.', tax_id: { country: 'AR', code: cuit } };
  return { cuit, data: { customer } as Json };
}

/** With VAT above the amount of 10192, and below it. */
export const large: Json = { lines: [line('5000000')] };
export const small: Json = { lines: [line('4000000')] };

/** What makes an invoice a credit invoice that is due in a month. */
export const asCreditInvoice = (): Json => ({
  $tags: ['fce'],
  payment: {
    terms: { due_dates: [{ date: buenosAiresDay(new Date(Date.now() + 30 * dayMs)) }] },
    instructions: {
      credit_transfer: [{ number: '0110599520000001235579' }],
      ext: { 'ar-arca-transfer-system': 'SCA' },
    },
  },
});
