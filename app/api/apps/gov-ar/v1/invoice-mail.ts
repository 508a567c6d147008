import { BySupplier } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import {
  fetchInvoiceMailSettings,
  InvoiceMailSettings,
  setInvoiceMailSettings,
} from '#lib/invoices/invoice-mail.ts';

const here = { service: 'apps/gov-ar', version: 'v1', tag: 'Invoice mail' } as const;

const InvoiceMailResponse = InvoiceMailSettings.meta({ id: 'InvoiceMail' });

export const invoiceMail = {
  fetchInvoiceMail: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entry/{silo_entry_id}/invoice-mail',
      summary: 'Fetch how the invoices of a supplier are mailed to their customers',
      params: BySupplier,
      answers: { 200: InvoiceMailResponse },
      failures: ['conflict'],
    },
    async (ctx, { params }) => ({ body: await fetchInvoiceMailSettings(ctx, params.silo_entry_id) }),
  ),

  putInvoiceMail: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'entry/{silo_entry_id}/invoice-mail',
      summary: 'Set how the invoices of a supplier are mailed to their customers',
      details:
        'Replaces the settings: omitted members get their default. With `automatic`, the step `pdf` queues the mail of each invoice whose customer has an address, unless the workflow has a step `email.invoice`.',
      params: BySupplier,
      body: InvoiceMailSettings,
      answers: { 200: InvoiceMailResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => ({
      body: await setInvoiceMailSettings(ctx, params.silo_entry_id, body),
    }),
  ),
};
