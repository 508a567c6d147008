import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf } from '../webhooks/scene.ts';

/** A mail server for the tests of a file. `refuse` is its reply to every recipient, instead of accepting the mail. */
export function withMailServer() {
  const control: { refuse: string | undefined; server: RunningMailServer } = {
    refuse: undefined,
    server: undefined as unknown as RunningMailServer,
  };
  allowReceivers();
  beforeAll(async () => {
    control.server = await startMailServer(() => control.refuse);
    // The server's certificate is self-signed.
    process.env.SMTP_URL = `smtp://127.0.0.1:${control.server.port}?tls.rejectUnauthorized=false`;
    process.env.MAIL_FROM = 'Alta <avisos@alta.test>';
  });
  afterEach(() => {
    control.refuse = undefined;
  });
  afterAll(() => control.server.stop());
  return {
    refuse: (reply: string | undefined) => {
      control.refuse = reply;
    },
    mailsTo: (address: string) =>
      control.server.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail),
  };
}

let made = 0;
/** No other test mails to it: the mails to an address are counted over all workspaces. */
export const newAddress = () => {
  made += 1;
  return `cliente${made}.${Date.now()}@correo.example`;
};

export const supplierEmail = 'ventas@espiga.example';

/** A workspace with the supplier of `newIssued`, and a receiver of the events about its invoices' mails. */
export async function newSeller(environment: 'sandbox' | 'live' = 'sandbox') {
  const ctx = await newWorkspace(environment);
  const data = {
    name: 'Panadería La Espiga S.A.',
    tax_id: { country: 'AR', code: '30123456781' },
    emails: [{ addr: supplierEmail }],
  };
  const { id: supplierId } = await createEntry(ctx, { folder: 'suppliers', data });
  const events = ['invoice.mailed', 'invoice.mail_bounced'];
  await createEndpoint(ctx, EndpointInput.parse({ url: 'https://erp.example/hook', events }));
  return { ctx, supplierId };
}

export const eventsOf = async (ctx: Context) =>
  (await deliveriesOf(ctx)).map(({ body }) => JSON.parse(body ?? '{}'));

export const mailRowsOf = (entryId: string) =>
  database().select().from(mails).where(eq(mails.subject, entryId)).orderBy(mails.createdAt);
