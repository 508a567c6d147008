import { z } from 'zod';
import { type Context, inTransaction } from '#lib/context.ts';
import {
  accountSettings,
  aliasShape,
  isValidCbu,
  transferSystems,
} from '#lib/documents/invoice/credit-invoice.ts';
import { AltaError } from '#lib/errors.ts';
import { addCreditAccount } from '#lib/silo/change-entry.ts';
import { refuseHelper } from './helper.ts';
import { lockRegistration, type Registration } from './registration.ts';

/**
 * Account on which the supplier's credit invoices (FCE) are paid, as entered in the wizard. The messages are keys of
 * texts.
 */
export const CreditAccount = z.strictObject({
  cbu: z
    .string()
    .max(50)
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine(isValidCbu, 'cbu-invalid'),
  alias: z
    .string()
    .trim()
    .refine((text) => text === '' || aliasShape.test(text), 'alias-invalid'),
  system: z.enum(transferSystems, 'system-missing'),
});
export type CreditAccount = z.infer<typeof CreditAccount>;

/** Returns whether the holder of the link may add an account: the supplier, once, at the end of a registration. */
export const canAddCreditAccount = ({ facts, link, hasCreditAccount }: Registration): boolean =>
  facts.completedAt !== undefined &&
  facts.revokedAt === undefined &&
  link.scope === 'full' &&
  !hasCreditAccount;

/**
 * Stores the account with the supplier. An existing account stays: customers pay there, so that only a member of the
 * workspace may change it.
 * @throws AltaError `forbidden` to a helper; `conflict` if there is an account, and before or after the registration
 */
export async function saveCreditAccount(
  ctx: Context,
  registration: Registration,
  { cbu, alias, system }: CreditAccount,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { completedAt, revokedAt } = await lockRegistration(tx, registration);
    if (!completedAt || revokedAt) throw new AltaError('conflict', 'The registration is not complete.');
    await refuseHelper({ ...ctx, tx }, registration);
    await addCreditAccount(tx, ctx, registration.entryId, {
      [accountSettings.cbu]: cbu,
      ...(alias ? { [accountSettings.alias]: alias } : {}),
      [accountSettings.system]: system,
    });
  });
}
