import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, fetchWorkspace, inTransaction, lockPermission, reader } from '#lib/context.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { invoiceMailSenders, type MailData, type MailRow, mails } from '#lib/database/tables/mails.ts';
import { entries, entryMeta } from '#lib/database/tables/silo.ts';
import { languageOf } from '#lib/documents/invoice/export.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { summaryOf } from '#lib/documents/invoice/preview.ts';
import { itemsOf, membersOf, textOf } from '#lib/documents/json.ts';
import { AltaError } from '#lib/errors.ts';
import { invoiceMailLimits } from '#lib/limits.ts';
import { invoiceLetter } from '#lib/mail/invoice-letter.ts';
import { forSubject } from '#lib/mail/letter.ts';
import {
  type Composer,
  countMailsToAddress,
  isWithinDay,
  type MailOutcome,
  normaliseAddress,
  notNeeded,
  queueMail,
} from '#lib/mail/mails.ts';
import { envelopeOf, MailAddress } from '#lib/mail/send-mail.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { fetchSender } from '#lib/registrations/account-holder.ts';
import { requirePermission } from '#lib/roles.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import { type EntryRow, fetchListedEntry, requireSupplier } from '#lib/silo/entries.ts';
import { fetchFileContent, findPdf, sharedLinkOf } from '#lib/silo/files.ts';
import { setMetaValue } from '#lib/silo/meta.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { documentTitle, formatDate, formatMoney, pdfFileName, readIssuedInvoice } from './pdf/paper.ts';

/** How the invoices of a supplier are mailed to their customers. A workflow step has settings of its own. */
export const InvoiceMailSettings = z.strictObject({
  automatic: z
    .boolean({ error: 'must be true or false' })
    .default(false)
    .describe('Mail each invoice to its customer once it is authorized and has its PDF.'),
  sender: z
    .enum(invoiceMailSenders, { error: `must be one of ${invoiceMailSenders.join(', ')}` })
    .default('supplier')
    .describe("Name in `From`, and who answers: the supplier's or the workspace's."),
  link: z
    .boolean({ error: 'must be true or false' })
    .default(false)
    .describe('Whether the mail also has a link to the PDF, for a year and without an account.'),
});
export type InvoiceMailSettings = z.infer<typeof InvoiceMailSettings>;

/** The settings are in the meta of the supplier's entry. */
const settingsMeta = { src: 'gov-ar', key: 'invoice-mail' } as const;

const readSettings = (value: unknown): InvoiceMailSettings =>
  InvoiceMailSettings.safeParse(value ?? {}).data ?? InvoiceMailSettings.parse({});

/** @throws AltaError `not-found`; `conflict` `not-a-supplier` */
export async function fetchInvoiceMailSettings(
  ctx: Context,
  supplierId: string,
): Promise<InvoiceMailSettings> {
  requireSupplier(await fetchListedEntry(ctx, supplierId));
  const [row] = await reader(ctx)
    .select({ value: entryMeta.value })
    .from(entryMeta)
    .where(and(eq(entryMeta.entryId, supplierId), isSettings));
  return readSettings(row?.value);
}

/** @throws AltaError `not-found`; `conflict` `not-a-supplier`; `gone` `entry-erased` */
export async function setInvoiceMailSettings(
  ctx: Context,
  supplierId: string,
  settings: InvoiceMailSettings,
): Promise<InvoiceMailSettings> {
  requirePermission(ctx, 'entries:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'entries:write');
    requireSupplier(await lockEntry(tx, ctx, supplierId));
    await setMetaValue(tx, ctx, { entryId: supplierId, ...settingsMeta, value: settings });
    const { automatic } = settings;
    await audit(tx, ctx, 'invoice.mail-settings-changed', { kind: 'entry', id: supplierId }, { automatic });
    return settings;
  });
}

const isSettings = and(eq(entryMeta.src, settingsMeta.src), eq(entryMeta.key, settingsMeta.key));

interface IssuerMail {
  settings: InvoiceMailSettings;
  email: string | undefined;
}

/**
 * Settings and address of the supplier with a CUIT. If several entries have it, one that is not archived and has
 * settings comes first.
 */
export async function fetchIssuerMail(ctx: Context, cuit: string): Promise<IssuerMail> {
  const row = await loadIssuer(reader(ctx), { workspaceId: ctx.workspace.id, cuit });
  return { settings: readSettings(row?.value), email: firstAddressOf(row?.doc) };
}

const issuerKey = ({ workspaceId, cuit }: { workspaceId: string; cuit: string }) => `${workspaceId}/${cuit}`;

const loadIssuer = batchLoader(
  async (db: ReturnType<typeof reader>, issuers: readonly { workspaceId: string; cuit: string }[]) => {
    const cuitOfEntry = sql<string>`(${entries.doc} #>> '{tax_id,code}')`;
    const workspaceIds = [...new Set(issuers.map(({ workspaceId }) => workspaceId))];
    const cuits = [...new Set(issuers.map(({ cuit }) => cuit))];
    const rows = await db
      .selectDistinctOn([entries.workspaceId, cuitOfEntry], {
        workspaceId: entries.workspaceId,
        cuit: cuitOfEntry,
        doc: entries.doc,
        value: entryMeta.value,
      })
      .from(entries)
      .leftJoin(entryMeta, and(eq(entryMeta.entryId, entries.id), isSettings))
      .where(
        and(
          inArray(entries.workspaceId, workspaceIds),
          sql`folder = 'suppliers'`,
          inArray(cuitOfEntry, cuits),
        ),
      )
      .orderBy(
        entries.workspaceId,
        cuitOfEntry,
        sql`${entries.archivedAt} is not null`,
        sql`${entryMeta.value} is null`,
        desc(entries.createdAt),
        desc(entries.id),
      );
    return rowsInKeyOrder(issuers.map(issuerKey), rows, issuerKey);
  },
);

/** The first valid e-mail address of the customer; undefined if there is none. */
export const customerAddressOf = (doc: Record<string, unknown>): string | undefined =>
  firstAddressOf(doc.customer);

const firstAddressOf = (party: unknown): string | undefined =>
  itemsOf(membersOf(party).emails)
    .map((email) => MailAddress.safeParse(textOf(membersOf(email).addr)).data)
    .find((address) => address !== undefined);

export interface InvoiceMail {
  id: string;
  address: string;
  requestedAt: Date;
  /** When the mail server accepted it. */
  sentAt?: Date | undefined;
  bouncedAt?: Date | undefined;
  /** The mail server's reason, or `no-pdf`. */
  detail?: string | undefined;
}

const maxListed = 100;

/** Mails with this invoice, newest first, at most 100. */
export async function listInvoiceMails(ctx: Context, entryId: string): Promise<InvoiceMail[]> {
  await fetchListedEntry(ctx, entryId);
  const rows = await reader(ctx)
    .select()
    .from(mails)
    .where(and(isMailOf(entryId), eq(mails.workspaceId, ctx.workspace.id)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(maxListed);
  return rows.map(invoiceMailOf);
}

const invoiceMailOf = ({ id, to, createdAt, sentAt, refusedAt, reason }: MailRow): InvoiceMail => ({
  id,
  address: to ?? '',
  requestedAt: createdAt,
  sentAt: sentAt ?? undefined,
  bouncedAt: refusedAt ?? undefined,
  detail: reason ?? undefined,
});

const isMailOf = (entryId: string) => and(eq(mails.subject, entryId), eq(mails.kind, 'invoice'));

export const InvoiceMailRequest = z.strictObject({
  to: z
    .string()
    .trim()
    .pipe(MailAddress)
    .optional()
    .describe("Default: the first valid address of the customer's `emails`."),
});
type InvoiceMailRequest = z.infer<typeof InvoiceMailRequest>;

/**
 * Mails an authorized invoice with its PDF, as the supplier's settings say. The same `requestId` mails it once.
 * @throws AltaError `not-found`; `conflict` `no-pdf`; `validation` without an address; `rate-limited`
 * `too-many-mails`
 */
export async function mailInvoice(
  ctx: Context,
  entryId: string,
  { to, requestId = uuidv7() }: InvoiceMailRequest & { requestId?: string },
  now = new Date(),
): Promise<InvoiceMail> {
  requirePermission(ctx, 'entries:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'entries:write');
    const entry = await lockEntry(tx, ctx, entryId);
    const issued = readIssuedInvoice(entry);
    if (!issued || !(await findPdf({ ...ctx, tx }, entryId))) {
      throw new AltaError('conflict', 'The invoice has no PDF yet.', { code: 'no-pdf' });
    }
    const address = to ?? customerAddressOf(entry.doc);
    if (!address) {
      throw new AltaError('validation', 'There is no address to mail the invoice to.', {
        fieldCode: 'required',
        fields: { to: 'is required: the customer has no e-mail address in the document' },
      });
    }
    const { settings } = await fetchIssuerMail({ ...ctx, tx }, issued.invoice.supplier.tax_id.code);
    const { sender, link } = settings;
    const mail = { to: address, once: requestId, data: { sender, link, by: 'request' } } as const;
    const queued = await queueInvoiceMail(tx, ctx, entryId, mail, now);
    if (queued.kind === 'queued') return invoiceMailOf(queued.mail);
    throw new AltaError('rate-limited', 'The limit of mails a day is reached.', {
      code: 'too-many-mails',
      retryAfterSeconds: 86_400,
    });
  });
}

/** Queues the mail of the setting `automatic`, if the customer has an address. */
export async function mailAutomatically(
  tx: Transaction,
  ctx: Context,
  { id, doc }: Pick<EntryRow, 'id' | 'doc'>,
  { sender, link }: InvoiceMailSettings,
  now: Date,
): Promise<void> {
  const to = customerAddressOf(doc);
  if (!to) return;
  await queueInvoiceMail(tx, ctx, id, { to, once: 'automatic', data: { sender, link, by: 'workflow' } }, now);
}

interface NewInvoiceMail {
  to: string;
  /** A mail of the same entry with the same text is queued once. */
  once: string;
  data: MailData['invoice'];
}

type QueuedInvoiceMail = { kind: 'queued'; mail: MailRow } | { kind: 'too-many' };

/**
 * Queues a mail unless the invoice, or on request the address, had too many within a day. In the sandbox the
 * workspace's mails to the address count in any case, because its invoices cost nothing. Locks the entry.
 */
export async function queueInvoiceMail(
  tx: Transaction,
  ctx: Context,
  entryId: string,
  { to, once, data }: NewInvoiceMail,
  now: Date,
): Promise<QueuedInvoiceMail> {
  await lockEntry(tx, ctx, entryId);
  const existing = await findInvoiceMail(tx, entryId, once);
  if (existing) return { kind: 'queued', mail: existing };
  const recent = await tx.$count(mails, and(isMailOf(entryId), isWithinDay(now)));
  if (recent >= invoiceMailLimits.dailyMailsPerInvoice) return { kind: 'too-many' };
  const isCounted = countedWith(ctx, data);
  if (isCounted) {
    const counted = await countMailsToAddress(tx, to, and(eq(mails.kind, 'invoice'), isCounted), now);
    if (counted >= invoiceMailLimits.dailyRequestedMailsPerAddress) return { kind: 'too-many' };
  }
  const row = { kind: 'invoice', workspace: ctx.workspace, subject: entryId, data } as const;
  await queueMail(tx, { ...row, key: keyOf(entryId, once), to: normaliseAddress(to) }, now);
  const mail = await findInvoiceMail(tx, entryId, once);
  if (!mail) throw new Error('The mail was not queued.');
  if (data.by === 'request') {
    await audit(tx, ctx, 'invoice.mail-requested', { kind: 'entry', id: entryId }, { mail: mail.id });
  }
  return { kind: 'queued', mail };
}

/** Condition for the mails to its address that a new mail is limited with; undefined if it is not limited. */
function countedWith({ workspace }: Context, { by }: MailData['invoice']): SQL | undefined {
  if (by === 'request') return sql`${mails.data} ->> 'by' = 'request'`;
  return workspace.environment === 'sandbox' ? eq(mails.workspaceId, workspace.id) : undefined;
}

export async function findInvoiceMail(
  tx: Transaction,
  entryId: string,
  once: string,
): Promise<MailRow | undefined> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(eq(mails.key, keyOf(entryId, once)));
  return mail;
}

/** The newest mail of the invoice to an address that a workflow or the supplier's setting sent, and no server refused. */
export async function findMailOfWorkflow(
  tx: Transaction,
  entryId: string,
  to: string,
): Promise<MailRow | undefined> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(
      and(
        isMailOf(entryId),
        eq(mails.to, normaliseAddress(to)),
        sql`${mails.data} ->> 'by' = 'workflow'`,
        isNull(mails.refusedAt),
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  return mail;
}

const keyOf = (entryId: string, once: string) => `invoice/${entryId}/${once}`;

const pdfStart = Buffer.from('%PDF-');

export const composeInvoiceMail: Composer<'invoice'> = async (mail) => {
  const { subject: entryId, workspaceId, to, data } = mail;
  if (!workspaceId || !to) return notNeeded;
  const ctx: Context = { workspace: await fetchWorkspace(workspaceId), actor: { kind: 'engine' } };
  const [entry] = await database()
    .select({ doc: entries.doc, stamps: entries.stamps })
    .from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.workspaceId, workspaceId), isNull(entries.erasedAt)));
  const issued = entry && readIssuedInvoice(entry);
  if (!issued) return notNeeded;
  const record = (tx: Transaction, outcome: MailOutcome) =>
    recordOutcome(tx, ctx, mail, issued.invoice, outcome);
  const pdf = await findPdf(ctx, entryId);
  // Since the mail was queued, the PDF was replaced by one that has not been uploaded yet.
  if (!pdf) return { kind: 'refuse', reason: 'no-pdf', record };
  const { content } = await fetchFileContent(ctx, entryId, pdf.id);
  // A client may have uploaded it, under any name and type.
  if (!content.subarray(0, pdfStart.length).equals(pdfStart)) {
    return { kind: 'refuse', reason: 'no-pdf', record };
  }
  const attachment = { filename: pdfFileName(issued), contentType: 'application/pdf', content };
  const workspace = await fetchSender(ctx.workspace);
  const { supplier, total, currency, issueDate } = summaryOf(entry.doc);
  const address = firstAddressOf(entry.doc.supplier) ?? (await fetchIssuerMail(ctx, supplier.cuit)).email;
  const ofWorkspace = envelopeOf(workspace);
  const isOwn = data.sender === 'supplier';
  const envelope = isOwn
    ? { senderName: forSubject(supplier.name), replyTo: address ?? ofWorkspace.replyTo }
    : ofWorkspace;
  const answeredBy = isOwn && (address || !ofWorkspace.replyTo) ? supplier.name : workspace.name;
  const [dueDate] = (issued.invoice.payment?.terms?.due_dates ?? []).map(({ date }) => date).sort();
  const parts = {
    environment: ctx.workspace.environment,
    supplier: supplier.name,
    workspace: workspace.name,
    contact: { name: answeredBy, email: envelope.replyTo },
    title: documentTitle(issued),
    date: formatDate(issueDate),
    total: formatMoney(total, currency),
    dueDate: dueDate && formatDate(dueDate),
    link: data.link && !pdf.private ? sharedLinkOf(pdf, mail.createdAt) : undefined,
    colour: workspace.colour,
  };
  // An export whose document is in English goes with an English letter.
  const letter = invoiceLetter(parts, languageOf(issued.invoice) === 'en' ? 'en' : 'es-AR');
  return {
    kind: 'send',
    letters: [{ ...letter, ...envelope, to, attachments: [attachment] }],
    record,
  };
};

/** Records the outcome, and wakes the step that waits for it. */
async function recordOutcome(
  tx: Transaction,
  ctx: Context,
  { id, subject: entryId, data }: MailRow<'invoice'>,
  { series, code = '' }: Pick<Invoice, 'series' | 'code'>,
  outcome: MailOutcome,
): Promise<void> {
  const isRefused = 'refusedAt' in outcome;
  const reason = isRefused ? { reason: outcome.reason } : {};
  const action = isRefused ? 'invoice.mail-bounced' : 'invoice.mailed';
  await audit(tx, ctx, action, { kind: 'entry', id: entryId }, { mail: id, ...reason });
  await publishEvent(tx, ctx, isRefused ? 'invoice.mail_bounced' : 'invoice.mailed', {
    entryId,
    // As in `invoice.authorised`, without leading zeros.
    data: { mail_id: id, series: String(Number(series)), code, ...reason },
  });
  if (data.by === 'workflow') await enqueue(tx, laneOf(ctx.workspace), 'job-wake', { ref: id });
}
