import { and, type Column, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { linkMailKinds, mails } from '#lib/database/tables/mails.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { beginsWith, type Wanted, wordIn } from './wanted.ts';

type Addresses = Map<string, string>;

/** The entries whose document names an address that begins so, with it. */
export async function entriesByEmail(ctx: Context, wanted: Wanted): Promise<Addresses> {
  const word = wordIn(wanted);
  if (!word) return new Map();
  const address = sql<string>`${entries.doc} #>> '{emails,0,addr}'`;
  const rows = await reader(ctx)
    .select({ entryId: entries.id, address: address.as('address') })
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        sql`${entries.doc} ? 'emails'`,
        beginsWith(address, word),
      ),
    )
    .limit(wanted.limit);
  return new Map(rows.map((row) => [row.entryId, row.address]));
}

/**
 * The entries in whose registration somebody has an address that begins so: who is told of its end, who helps, and to
 * whom its link was mailed.
 */
export async function emailsOfRegistrations(ctx: Context, wanted: Wanted): Promise<Addresses> {
  const word = wordIn(wanted);
  if (!word) return new Map();
  const { entryId } = registrations;
  const here = (table: { workspaceId: Column }, address: Column) =>
    and(eq(table.workspaceId, ctx.workspace.id), isNotNull(address), beginsWith(address, word));
  const found = (address: Column) => ({ entryId, address: sql<string>`${address}`.as('address') });
  const rows = await Promise.all([
    reader(ctx)
      .select(found(registrations.noticeEmail))
      .from(registrations)
      .where(here(registrations, registrations.noticeEmail))
      .limit(wanted.limit),
    reader(ctx)
      .select(found(registrationLinks.holderEmail))
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(here(registrationLinks, registrationLinks.holderEmail))
      .limit(wanted.limit),
    mailedTo(),
  ]);
  return new Map(rows.flat().map((row) => [row.entryId, row.address]));

  async function mailedTo() {
    const sent = await reader(ctx)
      .select({ address: sql<string>`${mails.to}`, linkId: mails.subject })
      .from(mails)
      .where(and(here(mails, mails.to), inArray(mails.kind, [...linkMailKinds])))
      // One registration is written to several times.
      .limit(4 * wanted.limit);
    if (sent.length === 0) return [];
    const ids = sent.map(({ linkId }) => linkId);
    const links = await reader(ctx)
      .select({ id: registrationLinks.id, entryId })
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(inArray(registrationLinks.id, ids));
    const entryOf = new Map(links.map((link) => [link.id, link.entryId]));
    return sent.flatMap(({ address, linkId }) => {
      const entry = entryOf.get(linkId);
      return entry ? [{ entryId: entry, address }] : [];
    });
  }
}
