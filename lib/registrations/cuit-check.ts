import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { askIfAvailable, type KnownTaxpayer } from '#lib/taxpayers.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { cuitDoubtOf } from './cuit-doubt.ts';
import { refuseHelper } from './helper.ts';
import { lockUnfinished, type Registration } from './registration.ts';
import { queueWrongCuitMail } from './registration-mails.ts';
import { progressAt } from './reminder-schedule.ts';

export interface NamesRead {
  /** The registration with the names that the register returned. */
  registration: Registration;
  /** The supplier's entry in the register. */
  taxpayer?: KnownTaxpayer | undefined;
}

/**
 * Looks up the supplier and the delegate in the authority's register and stores their names. Returns within a few
 * seconds and does not throw if the register does not respond; the names stored before then stay. The sandbox's
 * register holds made-up people and is not read. Do not call this inside a transaction.
 */
export async function readNames(ctx: Context, registration: Registration): Promise<NamesRead> {
  const { environment, supplier, accountHolder, mode, namesAtAuthority: stored } = registration;
  if (environment !== 'live') return { registration };
  const delegate = mode === 'certificate' ? undefined : accountHolder.delegate;
  const [taxpayer, delegated] = await Promise.all([
    askIfAvailable(ctx, supplier.cuit),
    delegate && askIfAvailable(ctx, delegate.cuit),
  ]);
  const found = { ...nameOf(supplier.cuit, taxpayer), ...(delegate && nameOf(delegate.cuit, delegated)) };
  const isNew = Object.entries(found).some(([cuit, name]) => stored[cuit] !== name);
  if (isNew) {
    await inTransaction(ctx, (tx) =>
      tx
        .update(registrations)
        .set({ namesAtAuthority: sql`${registrations.namesAtAuthority} || ${JSON.stringify(found)}::jsonb` })
        .where(
          and(
            eq(registrations.id, registration.id),
            eq(registrations.environment, 'live'),
            // The register may answer after the supplier was erased.
            isNull(registrations.revokedAt),
          ),
        ),
    );
  }
  return {
    registration: { ...registration, namesAtAuthority: { ...stored, ...found } },
    taxpayer: taxpayer === 'none' ? undefined : taxpayer,
  };
}

/** Returns nothing if the register did not answer, or withholds the name. */
function nameOf(cuit: string, answer: KnownTaxpayer | 'none' | undefined): Record<string, string | null> {
  if (answer === 'none') return { [cuit]: null };
  return answer?.name ? { [cuit]: answer.name } : {};
}

export const CuitAnswer = z.enum(['right', 'wrong']);
export type CuitAnswer = z.infer<typeof CuitAnswer>;

/**
 * Stores the supplier's answer to whether the CUIT is theirs. `wrong` notifies the account holder by mail and event,
 * once until the answer changes; `right` takes it back. Idempotent.
 * @throws AltaError `forbidden` to a helper; `conflict` if nothing is doubtful about the CUIT, and after the end
 */
export async function answerCuit(
  ctx: Context,
  registration: Registration,
  answer: CuitAnswer,
  now = new Date(),
): Promise<void> {
  const reason = cuitDoubtOf(registration);
  if (!reason) throw new AltaError('conflict', 'The CUIT is not in question.');
  await inTransaction(ctx, async (tx) => {
    const row = await lockUnfinished(tx, registration);
    await refuseHelper({ ...ctx, tx }, registration);
    const { cuit, name } = registration.supplier;
    const about = { answer, cuit, name, nameAtAuthority: registration.namesAtAuthority[cuit] ?? null };
    const { at: _, ...before } = row.cuitAnswer ?? {};
    if (isDeepStrictEqual(before, about)) return;
    const cuitAnswer = { ...about, at: now.toISOString() };
    await tx
      .update(registrations)
      .set({ cuitAnswer, ...progressAt(now) })
      .where(eq(registrations.id, row.id));
    const action = answer === 'wrong' ? 'registration.wrong-cuit-reported' : 'registration.cuit-confirmed';
    await audit(tx, ctx, action, { kind: 'registration', id: row.id }, { doubt: reason });
    if (answer === 'right') return;
    const data = { registration_id: row.id, intent: row.intent, reason };
    await publishEvent(tx, ctx, 'registration.wrong_cuit_reported', { entryId: row.entryId, data });
    await queueWrongCuitMail(tx, ctx, row, now);
  });
}
