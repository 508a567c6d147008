import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
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
