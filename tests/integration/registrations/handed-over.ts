import { eq } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { handOver } from '#lib/registrations/hand-over.ts';
import { openHelpers } from '#lib/registrations/link-list.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dayMs = 86_400_000;
export const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

interface Here {
  ctx: Context;
  registration: Registration;
}

/** Somebody who opens a link. */
export async function arrive(ref: string, now = new Date()): Promise<Here> {
  const found = await findByRef(ref, now);
  if (found.kind !== 'found') throw new Error(`the link is ${found.kind}`);
  return found;
}

const refOf = (url: string) => url.split('/').at(-1) ?? '';

/** A supplier at their link, and `helper`: who gets one of their own, by the name given. */
export async function newSupplierHere() {
  const operator = await newWorkspace();
  const { entryId, ref } = await newRegistration(operator);
  const supplier = await arrive(ref);
  async function helper(name = 'Marta', email?: string) {
    const whatsapp = email ? undefined : '+5491123456789';
    const handed = await handOver(supplier.ctx, supplier.registration, { name, email, whatsapp });
    if (handed.kind !== 'handed-over') throw new Error(`it is ${handed.kind}`);
    const helpers = await openHelpers(supplier.ctx, supplier.registration);
    const url = helpers.find(({ id }) => id === handed.linkId)?.url ?? '';
    return { linkId: handed.linkId, ref: refOf(url) };
  }
  return { operator, entryId, ref, supplier, helper };
}

export const setLinks = (ctx: Context, set: Partial<typeof registrationLinks.$inferInsert>) =>
  database().update(registrationLinks).set(set).where(eq(registrationLinks.workspaceId, ctx.workspace.id));
