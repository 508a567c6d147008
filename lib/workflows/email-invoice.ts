import { z } from 'zod';
import type { Transaction } from '#lib/database/client.ts';
import { invoiceMailSenders, type MailRow } from '#lib/database/tables/mails.ts';
import {
  customerAddressOf,
  findInvoiceMail,
  findMailOfWorkflow,
  queueInvoiceMail,
} from '#lib/invoices/invoice-mail.ts';
import { readIssuedInvoice } from '#lib/invoices/pdf/paper.ts';
import { MailAddress, maskAddress } from '#lib/mail/send-mail.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import { findPdf } from '#lib/silo/files.ts';
import { minuteMs } from '#lib/time.ts';
import { defineProvider, type Outcome, type Task } from './provider.ts';

const Config = z.strictObject({
  to: MailAddress.optional(),
  sender: z.enum(invoiceMailSenders, { error: `must be one of ${invoiceMailSenders.join(', ')}` }).optional(),
  /** Whether the mail also has a link to the PDF. */
  link: z.boolean({ error: 'must be true or false' }).optional(),
});
type Config = z.infer<typeof Config>;

/** Longest wait for the mail server. The mail is sent later all the same. */
const maxWaitMs = 15 * minuteMs;

/**
 * Mails the PDF to the customer, once to an address, however many jobs the invoice has. The invoice is valid whatever becomes of the mail, so a missing address or a
 * refused mail does not fail the job, and an outage of the mail server holds it up for minutes only.
 */
export const emailInvoice = defineProvider({
  id: 'email.invoice',
  title: 'E-mail the invoice',
  schema: 'bill/invoice',
  needs: 'pdf',
  skippable: true,
  config: Config,
  destinations: ['to'],
  async run(task) {
    return async (tx) => {
      const mail = await findInvoiceMail(tx, task.entry.id, task.intentId);
      return mail ? outcomeOf(mail, task) : queueMail(tx, task);
    };
  },
});

async function queueMail(tx: Transaction, task: Task<Config>): Promise<Outcome> {
  const { ctx, job, intentId, entry, config, now } = task;
  if (!readIssuedInvoice(entry)) {
    return { status: 'KO', fault: { provider: 'email', code: 'not-authorised-yet' } };
  }
  const to = config.to ?? (job.args.email?.trim() || customerAddressOf(entry.doc));
  if (!to) return { status: 'SKIP', code: 'no-address', params: { why: 'customer' } };
  // Trying the next source could send the invoice to somebody else.
  if (!MailAddress.safeParse(to).success)
    return { status: 'SKIP', code: 'no-address', params: { why: 'args' } };
  if (!(await findPdf({ ...ctx, tx }, entry.id))) return { status: 'SKIP', code: 'no-pdf' };
  await lockEntry(tx, ctx, entry.id);
  const earlier = await findMailOfWorkflow(tx, entry.id, to);
  if (earlier?.sentAt) {
    return { status: 'SKIP', code: 'already-mailed', params: { address: maskAddress(to) } };
  }
  if (earlier) return outcomeOf(earlier, task);
  const { sender = 'supplier', link = false } = config;
  const mail = { to, once: intentId, data: { sender, link, by: 'workflow' } } as const;
  const queued = await queueInvoiceMail(tx, ctx, entry.id, mail, now);
  return queued.kind === 'queued' ? outcomeOf(queued.mail, task) : { status: 'SKIP', code: 'too-many-mails' };
}

function outcomeOf({ id, to, sentAt, refusedAt, reason }: MailRow, { begunAt, now }: Task): Outcome {
  const params = { address: maskAddress(to ?? '') };
  if (sentAt) return { status: 'OK', code: 'invoice-mailed', params };
  if (reason === 'no-pdf') return { status: 'SKIP', code: 'no-pdf' };
  if (refusedAt) return { status: 'OK', code: 'mail-refused', params: { ...params, said: reason ?? '' } };
  const deadline = new Date(begunAt.getTime() + maxWaitMs);
  if (now >= deadline) return { status: 'OK', code: 'mail-delayed', params };
  return { status: 'QUEUED', ref: id, code: 'awaiting-mail-server', params, until: deadline };
}
