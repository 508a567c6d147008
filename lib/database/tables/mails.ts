import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#lib/i18n.ts';
import type { AccountNotice, Client } from '#lib/mail/account-letters.ts';
import type { DelegateRisk } from '#lib/mail/registration-letters.ts';
import { workspaces } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

/** Mails with a link: requested by its holder, or sent by the workspace as invitation or reminder. */
export const linkMailKinds = ['asked', 'invitation', 'reminder'] as const;
export type LinkMailKind = (typeof linkMailKinds)[number];

type NoData = Record<string, never>;

/** Whose name an invoice is mailed in. */
export const invoiceMailSenders = ['supplier', 'workspace'] as const;
type InvoiceMailSender = (typeof invoiceMailSenders)[number];

interface InvoiceMailData {
  sender: InvoiceMailSender;
  /** Whether the mail also has a link to the PDF. */
  link: boolean;
  /** `request`: somebody asked for this mail. `workflow`: a step or the supplier's setting sends it. */
  by: 'request' | 'workflow';
}

/** Data of each kind of mail, besides the row's columns. No secrets or tokens: rows are stored for a year. */
export interface MailData extends Record<LinkMailKind, NoData> {
  completed: NoData;
  'point-found': NoData;
  unproved: NoData;
  'wrong-cuit': NoData;
  /** Days before the end of the certificate. */
  expiry: { days: number };
  invoice: InvoiceMailData;
  'delegate-at-risk': { risk: DelegateRisk };
  account: { notice: AccountNotice; from?: Client };
  'password-reset': { locale: Locale };
  /** To a future member; `subject` is the invitation. */
  'member-invitation': { locale: Locale };
  'key-expiry': { userId: string };
  /** Failures between two ISO instants. */
  digest: { since: string; until: string };
}
export type MailKind = keyof MailData;

/** Every mail, queued or sent. `lib/mail-worker.ts` composes it when it is due. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** Null for a mail about a user's account. */
    workspaceId: uuid('workspace_id').references(() => workspaces.id),
    kind: text('kind').$type<MailKind>().notNull(),
    /**
     * Id of the registration, certificate, link, invoice's entry, invitation, API key or user. For a password reset, a keyed hash of the
     * address.
     */
    subject: text('subject').notNull(),
    /** A mail with the same key is queued once. */
    key: text('key').unique(),
    /** Recipient; null if the recipients are looked up when the mail is composed. */
    to: text('to'),
    data: jsonb('data').$type<MailData[MailKind]>().notNull().default({}),
    /** Null while the mail waits for an event rather than a time. */
    due: instant('due'),
    sentAt: instant('sent_at'),
    /** When the mail server refused the mail, or Alta decided not to send it; `reason` says why. */
    refusedAt: instant('refused_at'),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.subject, table.createdAt),
    index().on(table.to, table.createdAt).where(sql`"to" is not null`),
    index('mails_by_address')
      .on(table.workspaceId, sql`(lower("to") collate "C")`)
      .where(sql`"to" is not null`),
    index('mails_to_send').on(table.due).where(sql`sent_at is null and refused_at is null`),
    index('settled_mails').on(table.createdAt).where(sql`coalesce(sent_at, refused_at) is not null`),
  ],
);

/** A row of one kind. */
export type MailRow<Kind extends MailKind = MailKind> = Omit<typeof mails.$inferSelect, 'kind' | 'data'> & {
  kind: Kind;
  data: MailData[Kind];
};
