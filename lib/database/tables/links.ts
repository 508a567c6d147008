import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#lib/i18n.ts';
import { createdAt, id, instant, sealed } from './columns.ts';
import { workspaceId } from './references.ts';
import { registrationId } from './registrations.ts';

export const registrationLinks = pgTable(
  'registration_links',
  {
    id: id(),
    workspaceId: workspaceId(),
    registrationId: registrationId(),
    scope: text('scope').$type<'full' | 'arca-steps-only'>().notNull(),
    refHash: text('ref_hash').notNull().unique(),
    refSealed: sealed('ref_sealed').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The end that was told to those who listen: an extended link ends, and is told of, again. */
    expiryToldFor: instant('expiry_told_for'),
    revokedAt: instant('revoked_at'),
    renewalRequestedAt: instant('renewal_requested_at'),
    /** Whom the supplier handed it over to; absent on the supplier's own. */
    holderName: text('holder_name'),
    holderEmail: text('holder_email'),
    holderWhatsapp: text('holder_whatsapp'),
    /** Its holder's first act: a GET, which mail scanners do too, is none. */
    openedAt: instant('opened_at'),
    /** What its holder said of themselves, and where they are in the guide. */
    voice: text('voice').$type<'self' | 'company' | 'client'>(),
    serviceListed: text('service_listed').$type<'yes' | 'no' | 'unknown'>(),
    place: text('place'),
    locale: text('locale').$type<Locale>(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.registrationId),
    index('links_by_holders_email')
      .on(table.workspaceId, sql`(lower(holder_email) collate "C")`)
      .where(sql`holder_email is not null`),
  ],
);

export type LinkRow = typeof registrationLinks.$inferSelect;

/** Each time a link was mailed, from the wizard, the Console or by a workflow, and what became of it. */
export const linkMails = pgTable(
  'link_mails',
  {
    id: id(),
    workspaceId: workspaceId(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => registrationLinks.id),
    address: text('address').notNull(),
    /** `asked`: by who holds the link. The others are their sender's: the link's first mail, and reminders of it. */
    kind: text('kind').$type<'asked' | 'invitation' | 'reminder'>().notNull().default('asked'),
    sentAt: instant('sent_at'),
    bouncedAt: instant('bounced_at'),
    detail: text('detail'),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.linkId, table.createdAt),
    index().on(table.address, table.createdAt),
    index('link_mails_by_address').on(table.workspaceId, sql`(lower(address) collate "C")`),
    index('link_mails_to_send').on(table.createdAt).where(sql`sent_at is null and bounced_at is null`),
    index('settled_link_mails').on(table.createdAt).where(sql`coalesce(sent_at, bounced_at) is not null`),
  ],
);
