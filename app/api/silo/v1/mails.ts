import { z } from 'zod';
import { ById } from '#app/api/_wire/fields.ts';
import { MailResponse, mailResponse } from '#app/api/silo/v1/_wire/mail.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { InvoiceMailRequest, listInvoiceMails, mailInvoice } from '#lib/invoices/invoice-mail.ts';

const here = { service: 'silo', version: 'v1', tag: 'Mails' } as const;

export const mails = {
  listMails: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/mails',
      summary: 'List the mails of an invoice to its customer, newest first',
      details: 'At most the newest 100. Mails are kept for a year, unless the operator sets another time.',
      params: ById,
      answers: { 200: z.object({ list: z.array(MailResponse) }) },
    },
    async (ctx, { params }) => ({
      body: { list: (await listInvoiceMails(ctx, params.id)).map(mailResponse) },
    }),
  ),

  mailInvoice: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entries/{id}/mails',
      summary: 'Mail an authorized invoice to its customer, with the PDF',
      details:
        "In the name, and with or without a link, as the supplier's `invoice-mail` settings say. The mail is queued: the event `invoice.mailed` or `invoice.mail_bounced` has the outcome.",
      idempotency: 'by-key',
      params: ById,
      body: InvoiceMailRequest,
      answers: { 201: MailResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => ({
      status: 201,
      body: mailResponse(await mailInvoice(ctx, params.id, body)),
    }),
  ),
};
