import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mails as routes } from '#app/api/silo/v1/mails.ts';
import { GET as getSharedFile } from '#app/archivo/[entry]/[file]/route.tsx';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import {
  fetchInvoiceMailSettings,
  InvoiceMailSettings,
  listInvoiceMails,
  mailInvoice,
  queueInvoiceMail,
  setInvoiceMailSettings,
} from '#lib/invoices/invoice-mail.ts';
import { invoiceMailLimits } from '#lib/limits.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { attachPdf, customerWith, newAuthorised, newIssued, pdfBytes } from '#tests/support/issued-entry.ts';
import { newPerson } from '#tests/support/person.ts';
import { sendMailsAbout } from '#tests/support/queued-mails.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';
import { eventsOf, mailRowsOf, newAddress, newSeller, supplierEmail, withMailServer } from './mail-scene.ts';

const { refuse, mailsTo } = withMailServer();

const settings = (more: Partial<InvoiceMailSettings> = {}) => InvoiceMailSettings.parse(more);

onDatabase('an invoice mailed on request', () => {
  test('reaches its customer in the supplier’s name, with the PDF, and is reported', async () => {
    const { ctx } = await newSeller('live');
    const to = newAddress();
    const { id } = await newIssued(ctx, customerWith(to));
    await mailInvoice(ctx, id, {});
    await sendMailsAbout(id);
    const [mail, ...others] = mailsTo(to);
    expect(others).toEqual([]);
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: 'Panadería La Espiga S.A. <avisos@alta.test>',
      'reply-to': supplierEmail,
      subject: 'Factura A 00003-00000012 de Panadería La Espiga S.A.',
    });
    expect(mail?.text).toContain('$ 1.210,00');
    expect(mail?.text).not.toContain('http');
    expect(mail?.attachments).toEqual([
      { name: 'factura-a-00003-00000012.pdf', type: 'application/pdf', content: pdfBytes },
    ]);
    expect(await listInvoiceMails(ctx, id)).toMatchObject([{ address: to, sentAt: expect.any(Date) }]);
    const [row] = await mailRowsOf(id);
    expect(await eventsOf(ctx)).toMatchObject([
      {
        event: 'invoice.mailed',
        silo_entry_id: id,
        data: { mail_id: row?.id, series: '3', code: '12' },
      },
    ]);
    expect(JSON.stringify(await eventsOf(ctx))).not.toContain(to);
  });

  test('is in English if the document of an export is', async () => {
    const { ctx } = await newSeller('live');
    const to = newAddress();
    const { id } = await newIssued(ctx, {
      $tags: ['export'],
      customer: {
        name: 'Northwind Studio LLC',
        tax_id: { country: 'US', code: '471234567' },
        addresses: [{ street: 'Congress Avenue', num: '500', locality: 'Austin', country: 'US' }],
        emails: [{ addr: to }],
      },
      tax: { ext: { 'ar-arca-language': '2', 'ar-arca-incoterms': 'FOB' } },
      lines: [{ quantity: '1', item: { key: 'goods', name: 'Alfajores', price: '1000.00' } }],
      payment: { terms: { detail: 'Wire transfer' } },
    });
    await mailInvoice(ctx, id, {});
    await sendMailsAbout(id);
    const [mail] = mailsTo(to);
    expect(mail?.headers.get('subject')).toBe('Factura E 00003-00000012 from Panadería La Espiga S.A.');
  });

  test('says in the sandbox that it is worth nothing', async () => {
    const { ctx } = await newSeller();
    const to = newAddress();
    const { id } = await newIssued(ctx);
    await mailInvoice(ctx, id, { to });
    await sendMailsAbout(id);
    const [mail] = mailsTo(to);
    expect(mail?.headers.get('subject')).toContain('(PRUEBAS)');
    expect(mail?.text).toContain('No tiene validez fiscal');
  });

  test('bears the workspace’s name if the supplier’s settings say so', async () => {
    const { ctx, supplierId } = await newSeller();
    await setInvoiceMailSettings(ctx, supplierId, settings({ sender: 'workspace' }));
    const to = newAddress();
    const { id } = await newIssued(ctx);
    await mailInvoice(ctx, id, { to });
    await sendMailsAbout(id);
    expect(Object.fromEntries(mailsTo(to)[0]?.headers ?? [])).toMatchObject({
      from: 'Facturas del Sur <avisos@alta.test>',
      'reply-to': 'ayuda@facturasdelsur.example',
    });
  });

  test('has a link that downloads the PDF without a key, until another PDF replaces it', async () => {
    const { ctx, supplierId } = await newSeller();
    await setInvoiceMailSettings(ctx, supplierId, settings({ link: true }));
    const to = newAddress();
    const { id } = await newIssued(ctx);
    await mailInvoice(ctx, id, { to });
    await sendMailsAbout(id);
    const url =
      mailsTo(to)[0]
        ?.text.split('\n')
        .find((line) => line.includes('/archivo/')) ?? '';
    const file = /archivo\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? '';
    const open = () => getSharedFile(new Request(url), { params: Promise.resolve({ entry: id, file }) });
    const answer = await open();
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdfBytes);
    await attachPdf(ctx, id, { content: Buffer.from('%PDF-1.7 another') });
    expect((await open()).status).toBe(404);
  });

  test('has no link to a private PDF', async () => {
    const { ctx, supplierId } = await newSeller();
    await setInvoiceMailSettings(ctx, supplierId, settings({ link: true }));
    const to = newAddress();
    const { id } = await newAuthorised(ctx);
    await attachPdf(ctx, id, { private: true });
    await mailInvoice(ctx, id, { to });
    await sendMailsAbout(id);
    expect(mailsTo(to)[0]?.text).not.toContain('http');
    expect(mailsTo(to)[0]?.attachments).toHaveLength(1);
  });

  test('has its PDF under its own name, whatever a client named it', async () => {
    const { ctx } = await newSeller();
    const to = newAddress();
    const { id } = await newAuthorised(ctx);
    await attachPdf(ctx, id, { name: 'factura.exe', mime: 'text/plain' });
    await mailInvoice(ctx, id, { to });
    await sendMailsAbout(id);
    expect(mailsTo(to)[0]?.attachments).toMatchObject([
      { name: 'factura-a-00003-00000012.pdf', type: 'application/pdf' },
    ]);
  });

  test('is not mailed with a file that is no PDF', async () => {
    const { ctx } = await newSeller();
    const to = newAddress();
    const { id } = await newAuthorised(ctx);
    await attachPdf(ctx, id, { content: Buffer.from('PK\x03\x04') });
    await mailInvoice(ctx, id, { to });
    await sendMailsAbout(id);
    expect(mailsTo(to)).toEqual([]);
    expect(await listInvoiceMails(ctx, id)).toMatchObject([{ detail: 'no-pdf' }]);
  });

  test('is mailed once by a repeated request', async () => {
    const { ctx } = await newSeller();
    const to = newAddress();
    const { id } = await newIssued(ctx);
    const requestId = randomUUID();
    const [first, again] = [
      await mailInvoice(ctx, id, { to, requestId }),
      await mailInvoice(ctx, id, { to, requestId }),
    ];
    expect(again).toEqual(first);
    await sendMailsAbout(id);
    expect(mailsTo(to)).toHaveLength(1);
  });

  test('is mailed a few times a day at most', async () => {
    const { ctx } = await newSeller();
    const { id } = await newIssued(ctx);
    for (let count = 0; count < invoiceMailLimits.dailyMailsPerInvoice; count += 1)
      await mailInvoice(ctx, id, { to: newAddress() });
    const tooMany = { key: 'rate-limited', code: 'too-many-mails' };
    await expect(mailInvoice(ctx, id, { to: newAddress() })).rejects.toMatchObject(tooMany);
    const tomorrow = new Date(Date.now() + 86_400_000 + 1_000);
    await mailInvoice(ctx, id, { to: newAddress() }, tomorrow);
  });

  test('goes to one address only so many times a day, whatever the invoice', async () => {
    const { ctx } = await newSeller();
    const to = newAddress();
    const mailOne = async () => mailInvoice(ctx, (await newIssued(ctx)).id, { to });
    for (let count = 0; count < invoiceMailLimits.dailyRequestedMailsPerAddress; count += 1) await mailOne();
    await expect(mailOne()).rejects.toMatchObject({ code: 'too-many-mails' });
  });

  test('of a workflow in the sandbox goes to one address only so many times a day', async () => {
    const { ctx } = await newSeller();
    const to = newAddress();
    const mailOne = async (about: Context) => {
      const { id } = await newIssued(about);
      const data = { sender: 'supplier', link: false, by: 'workflow' } as const;
      return database().transaction((tx) =>
        queueInvoiceMail(tx, about, id, { to, once: randomUUID(), data }, new Date()),
      );
    };
    for (let count = 0; count < invoiceMailLimits.dailyRequestedMailsPerAddress; count += 1)
      expect((await mailOne(ctx)).kind).toBe('queued');
    expect((await mailOne(ctx)).kind).toBe('too-many');
    expect((await mailOne((await newSeller()).ctx)).kind).toBe('queued');
    expect((await mailOne((await newSeller('live')).ctx)).kind).toBe('queued');
  });

  test('is refused without a CAE, without a PDF, and without an address', async () => {
    const { ctx } = await newSeller();
    const to = newAddress();
    const noPdf = { key: 'conflict', code: 'no-pdf' };
    await expect(mailInvoice(ctx, (await newAuthorised(ctx)).id, { to })).rejects.toMatchObject(noPdf);
    const issued = await newIssued(ctx);
    await expect(mailInvoice(ctx, issued.id, {})).rejects.toMatchObject({
      key: 'validation',
      fields: { to: expect.stringContaining('is required') },
    });
    await expect(mailInvoice(await newWorkspace(), issued.id, { to })).rejects.toMatchObject({
      key: 'not-found',
    });
  });

  test('needs a role that may change entries', async () => {
    const { ctx } = await newSeller();
    const { id } = await newIssued(ctx);
    const reader = await newPerson({ ctx, role: 'read-only' });
    const asReader: Context = { ...ctx, actor: { kind: 'user', id: reader.id, role: 'read-only' } };
    await expect(mailInvoice(asReader, id, { to: newAddress() })).rejects.toMatchObject({
      code: 'role-lacks',
    });
    expect(await listInvoiceMails(asReader, id)).toEqual([]);
  });

  test('that the mail server refuses is among the failures until a later mail is accepted', async () => {
    const { ctx } = await newSeller();
    const { id } = await newIssued(ctx);
    const wrong = newAddress();
    refuse(`550 5.1.1 <${wrong}>: no such user`);
    await mailInvoice(ctx, id, { to: wrong });
    await sendMailsAbout(id, new Date(Date.now() - 1_000));
    expect(await listInvoiceMails(ctx, id)).toMatchObject([
      { address: wrong, bouncedAt: expect.any(Date), detail: expect.stringContaining('550 5.1.1') },
    ]);
    const [event] = await eventsOf(ctx);
    expect(event).toMatchObject({ event: 'invoice.mail_bounced', data: { code: '12' } });
    expect(event.data.reason).toContain('no such user');
    expect(JSON.stringify(event)).not.toContain(wrong);
    const troubles = () => listAudit(ctx, { troubles: true, limit: 5 });
    expect(await troubles()).toMatchObject([{ action: 'invoice.mail-bounced', subject: { id } }]);
    expect((await troubles())[0]?.isSolved).toBeUndefined();
    refuse(undefined);
    await mailInvoice(ctx, id, { to: newAddress() });
    await sendMailsAbout(id);
    expect(await troubles()).toMatchObject([{ isSolved: true }]);
  });

  test('is requested and listed through the API', async () => {
    const { ctx } = await newSeller();
    const token = await newApiKey(ctx);
    const to = newAddress();
    const { id } = await newIssued(ctx);
    const asked = await callRoute(routes.mailInvoice, token, {
      method: 'POST',
      params: { id },
      body: { to },
    });
    expect(asked).toMatchObject({ status: 201, body: { to, requested_at: expect.any(String) } });
    expect(asked.body).not.toHaveProperty('sent_at');
    await sendMailsAbout(id);
    const { body } = await callRoute(routes.listMails, token, { params: { id } });
    expect(body.list).toMatchObject([{ id: asked.body.id, to, sent_at: expect.any(String) }]);
    const wrong = { method: 'POST', params: { id }, body: { to: 'Ana <ana@x.example>' } };
    expect((await callRoute(routes.mailInvoice, token, wrong)).status).toBe(422);
  });
});

onDatabase('a supplier’s setting to mail each invoice', () => {
  /** Runs a workflow of these steps on an invoice, and returns the status of its job. */
  async function run(ctx: Context, entryId: string, steps: object[] = [{ provider: 'pdf' }]) {
    const input = { name: `PDF ${randomUUID()}`, schema: 'bill/invoice', steps };
    const { id } = await createWorkflow(ctx, WorkflowInput.parse(input));
    const job = await createJob(ctx, { workflowId: id, entryId });
    await advanceJob(job.id);
    return (await fetchJob(ctx, job.id)).status;
  }

  test('mails the first PDF of an invoice, and none later', async () => {
    const { ctx, supplierId } = await newSeller();
    await setInvoiceMailSettings(ctx, supplierId, settings({ automatic: true }));
    const to = newAddress();
    const { id } = await newAuthorised(ctx, customerWith(to));
    expect(await run(ctx, id)).toBe('OK');
    await sendMailsAbout(id);
    const [mail] = mailsTo(to);
    expect(mail?.attachments[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await run(ctx, id)).toBe('OK');
    await sendMailsAbout(id);
    expect(mailsTo(to)).toHaveLength(1);
  });

  test('mails no old invoice whose PDF is made again', async () => {
    const { ctx, supplierId } = await newSeller();
    const { id } = await newIssued(ctx, customerWith(newAddress()));
    await setInvoiceMailSettings(ctx, supplierId, settings({ automatic: true }));
    await run(ctx, id);
    expect(await mailRowsOf(id)).toEqual([]);
  });

  test.each([
    ['is off', {}, customerWith('ana@correo.example'), [{ provider: 'pdf' }], 0],
    ['finds no address', { automatic: true }, {}, [{ provider: 'pdf' }], 0],
    [
      'is left to the workflow’s own step',
      { automatic: true },
      customerWith('ana@correo.example'),
      [{ provider: 'pdf' }, { provider: 'email.invoice', config: { to: 'otra@correo.example' } }],
      1,
    ],
  ])('that %s queues no mail of its own', async (_what, change, customer, steps, count) => {
    const { ctx, supplierId } = await newSeller();
    await setInvoiceMailSettings(ctx, supplierId, settings(change));
    const { id } = await newAuthorised(ctx, customer);
    await run(ctx, id, steps);
    const rows = await mailRowsOf(id);
    expect(rows.map(({ to }) => to)).toEqual(Array.from({ length: count }, () => 'otra@correo.example'));
  });

  describe('in its entry', () => {
    test('is off at first, and kept with its defaults', async () => {
      const { ctx, supplierId } = await newSeller();
      const off = { automatic: false, sender: 'supplier', link: false };
      expect(await fetchInvoiceMailSettings(ctx, supplierId)).toEqual(off);
      await setInvoiceMailSettings(ctx, supplierId, settings({ automatic: true }));
      expect(await fetchInvoiceMailSettings(ctx, supplierId)).toEqual({ ...off, automatic: true });
      expect(await listAudit(ctx, { action: 'invoice.mail-settings-changed', limit: 5 })).toMatchObject([
        { subject: { id: supplierId }, detail: { automatic: true } },
      ]);
    });

    test('is only a supplier’s, in their own workspace', async () => {
      const { ctx, supplierId } = await newSeller();
      const { id } = await newIssued(ctx);
      await expect(setInvoiceMailSettings(ctx, id, settings())).rejects.toMatchObject({
        code: 'not-a-supplier',
      });
      const stranger = await newWorkspace();
      await expect(setInvoiceMailSettings(stranger, supplierId, settings())).rejects.toMatchObject({
        key: 'not-found',
      });
    });
  });
});
