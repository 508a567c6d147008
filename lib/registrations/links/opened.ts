import { and, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import type { Registration } from '../registration.ts';

/** Notes the first act of a link's holder: to look at a page is none, mail scanners do that too. Again changes nothing. */
export async function noteOpened(
  ctx: Context,
  { id: registrationId, entryId, link }: Registration,
  now = new Date(),
): Promise<void> {
  if (link.openedAt || ctx.actor.kind !== 'registrant' || ctx.actor.id !== link.id) return;
  await inTransaction(ctx, async (tx) => {
    const opened = await tx
      .update(registrationLinks)
      .set({ openedAt: now })
      .where(and(eq(registrationLinks.id, link.id), isNull(registrationLinks.openedAt)))
      .returning({ id: registrationLinks.id });
    if (!opened.length) return;
    await audit(tx, ctx, 'link.opened', { kind: 'link', id: link.id }, { scope: link.scope });
    await publishEvent(tx, ctx, 'link.opened', {
      entryId,
      data: { registrationId, linkId: link.id, scope: link.scope },
    });
  });
}
