import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { type EmailLinkCase, newEntry, refOf, runEmailLink, storyOf } from '#tests/support/email-link.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

/** What the server answers to a recipient in place of taking the mail. */
let refuse: ((recipient: string) => string | undefined) | undefined;
let server: RunningMailServer;
const restart = async () => {
  server = await startMailServer((recipient) => refuse?.(recipient), server?.port);
};

beforeAll(async () => {
  await restart();
  // The server's certificate is one that it signed itself.
  process.env.SMTP_URL = `smtp://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`;
  process.env.MAIL_FROM = 'Alta <avisos@alta.test>';
});
afterEach(() => {
  refuse = undefined;
});
afterAll(() => server.stop());

onDatabase('the step email.link', () => {
  const address = 'ana.perez@example.com';
  const mailsTo = (recipient: string) => server.received.filter(({ to }) => to.includes(recipient));

  async function start(what: EmailLinkCase) {
    const ctx = await newWorkspace();
    const entryId = await newEntry(ctx, what);
    const job = await runEmailLink(ctx, entryId, what);
    return { ctx, entryId, ...(await storyOf(ctx, job)) };
  }

  test('sends the link, and logs it without the URL and the whole address', async () => {
    const recipient = `${uuidv7()}@example.com`;
    const { ctx, entryId, job, intent, last } = await start({ config: { to: recipient } });
    expect(job.status).toBe('OK');
    expect(last).toMatchObject({ status: 'OK', message: 'The link was sent to 0…@example.com' });
    const ref = await refOf(ctx, entryId);
    expect(JSON.stringify(job)).not.toContain(ref);
    expect(JSON.stringify(job.intents)).not.toContain(recipient);

    const [{ mail, secure } = { mail: undefined, secure: false }] = mailsTo(recipient);
    const url = `http://alta.test/reg/${ref}`;
    expect(secure).toBe(true);
    expect(mail?.text.split('\n')).toContain(url);
    expect(mail?.html).toContain(`href="${url}"`);
    expect(mail?.headers.get('subject')).toContain('Facturas del Sur');
    expect([...(mail?.headers.values() ?? [])].join()).not.toContain(ref);
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: 'Facturas del Sur <avisos@alta.test>',
      to: recipient,
      'reply-to': 'ayuda@facturasdelsur.example',
      'message-id': `<${intent?.id}@alta.test>`,
      'auto-submitted': 'auto-generated',
    });
  });

  test('uses its own subject and reply address', async () => {
    const recipient = `${uuidv7()}@example.com`;
    await start({ config: { to: recipient, subject: 'Tu alta en ARCA', reply_to: 'soporte@sur.example' } });
    const [{ mail } = { mail: undefined }] = mailsTo(recipient);
    expect(mail?.headers.get('subject')).toBe('Tu alta en ARCA');
    expect(mail?.headers.get('reply-to')).toBe('soporte@sur.example');
    expect(mail?.text).toContain('soporte@sur.example');
  });

  test('uses the account holder’s name, reply address and greeting', async () => {
    const ctx = await newWorkspace();
    await changeAppSettings(ctx, 'gov-ar', {
      wizard: { name: 'Ñandú', greeting: { es: 'Hola, somos Ñandú.' } },
      contact: { email: 'ana@nandu.example' },
      mail: { replyTo: 'altas@nandu.example' },
    });
    const recipients = [`${uuidv7()}@example.com`, `${uuidv7()}@example.com`] as const;
    await runEmailLink(ctx, await newEntry(ctx), { config: { to: recipients[0] } });
    await changeAppSettings(ctx, 'gov-ar', { mail: { senderName: 'Altas de Ñandú', replyTo: null } });
    await runEmailLink(ctx, await newEntry(ctx), { config: { to: recipients[1] } });
    const [first, second] = recipients.map((recipient) => mailsTo(recipient)[0]?.mail);
    expect(first?.text).toContain('Hola, somos Ñandú.');
    expect(first?.text).not.toContain('Facturas del Sur');
    expect(first?.headers.get('from')).toBe('Ñandú <avisos@alta.test>');
    expect(first?.headers.get('reply-to')).toBe('altas@nandu.example');
    expect(second?.headers.get('from')).toBe('Altas de Ñandú <avisos@alta.test>');
    expect(second?.headers.get('reply-to')).toBe('ana@nandu.example');
  });

  describe('the address', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((local) => `${local}@example.com`) as [string, string, string];
    test.each([
      ['of the configuration comes first', { config: { to: a }, args: { email: b }, emails: [c] }, a],
      ["of the job's args comes second", { args: { email: b }, emails: [c] }, b],
      ['of the document comes last', { emails: [c, b] }, c],
    ] satisfies [string, EmailLinkCase, string][])('%s', async (_, what, expected) => {
      const before = server.received.length;
      const { job } = await start(what);
      expect(job.status).toBe('OK');
      expect(server.received.slice(before).map(({ to }) => to)).toEqual([[expected]]);
    });

    test.each([
      ['that is nowhere', {}],
      ['in the args that is none is not passed over', { args: { email: 'ana' }, emails: [c] }],
      ['in the args that are two is not passed over', { args: { email: `${a}, ${b}` }, emails: [c] }],
    ])('%s ends the job', async (_, what) => {
      const before = server.received.length;
      const { job } = await start(what);
      expect(job).toMatchObject({ status: 'KO', faults: [{ provider: 'email', code: 'no-address' }] });
      expect(server.received).toHaveLength(before);
    });
  });

  test('ends the job when the server refuses the recipient, with the server’s reply', async () => {
    const ctx = await newWorkspace();
    const entryId = await newEntry(ctx);
    await runEmailLink(ctx, entryId, { config: { to: 'first@example.com' } });
    const ref = await refOf(ctx, entryId);
    refuse = (to) =>
      `550 5.7.1 <${to}>: a filter does not like http://alta.test/reg/${ref} or alta.test/reg/${ref}`;
    const { job, last } = await storyOf(ctx, await runEmailLink(ctx, entryId, { config: { to: address } }));
    expect(job).toMatchObject({ status: 'KO', faults: [{ provider: 'email', code: 'mail-refused' }] });
    expect(last?.message).toContain('550 5.7.1 <a…@example.com>: a filter does not like');
    const told = JSON.stringify([job.faults, job.intents]);
    expect(told).not.toContain(ref);
    expect(told).not.toContain(address);
  });

  test.each(['421 4.3.2 Come back later', '451 4.7.1 Greylisted', undefined])(
    'retries with the same mail when the server answers %j',
    async (reply) => {
      const recipient = `${uuidv7()}@example.com`;
      if (reply) refuse = () => reply;
      else await server.stop();
      const { ctx, job, intent, last } = await start({ config: { to: recipient } });
      expect(job.status).toBe('ERR');
      expect(last?.status).toBe('ERR');
      if (!reply) await restart();
      refuse = undefined;
      await advanceJob(job.id);
      expect((await storyOf(ctx, job.id)).job.status).toBe('OK');
      expect(mailsTo(recipient).map(({ mail }) => mail.headers.get('message-id'))).toEqual([
        `<${intent?.id}@alta.test>`,
      ]);
    },
  );

  test('has no link to send without a registration', async () => {
    const ctx = await newWorkspace();
    const job = await runEmailLink(ctx, await newEntry(ctx), { config: { to: address } }, true);
    expect((await storyOf(ctx, job)).job).toMatchObject({ status: 'KO', faults: [{ code: 'no-link' }] });
  });

  test.each([
    ['has expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['was revoked', { revokedAt: new Date() }],
  ])('does not send a link that %s', async (_, change) => {
    const { ctx, entryId } = await start({ config: { to: address } });
    await database()
      .update(registrationLinks)
      .set(change)
      .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
    const before = server.received.length;
    const job = await runEmailLink(ctx, entryId, { config: { to: address } }, true);
    expect((await storyOf(ctx, job)).job).toMatchObject({ status: 'KO', faults: [{ code: 'no-link' }] });
    expect(server.received).toHaveLength(before);
  });

  test('sends no mail to a registered supplier', async () => {
    const { ctx, entryId } = await start({ config: { to: address } });
    await database()
      .update(registrations)
      .set({ completedAt: new Date() })
      .where(eq(registrations.entryId, entryId));
    const before = server.received.length;
    const job = await runEmailLink(ctx, entryId, { config: { to: address } }, true);
    const { last } = await storyOf(ctx, job);
    expect(last).toMatchObject({ status: 'SKIP', code: 'already-registered' });
    expect(server.received).toHaveLength(before);
  });

  test('sends the renewal’s link to a supplier with an expiring certificate', async () => {
    const recipient = `${uuidv7()}@example.com`;
    const { ctx, entryId } = await start({ config: { to: address } });
    await database()
      .update(registrations)
      .set({ completedAt: new Date() })
      .where(eq(registrations.entryId, entryId));
    await database()
      .update(certificates)
      .set({ activatedAt: new Date(), notAfter: new Date(Date.now() + 86_400_000) })
      .where(eq(certificates.entryId, entryId));
    await runEmailLink(ctx, entryId, { config: { to: recipient } });
    const [{ mail } = { mail: undefined }] = mailsTo(recipient);
    expect(mail?.headers.get('subject')).toContain('renovar');
    expect(mail?.text).toContain(await refOf(ctx, entryId));
  });

  test('writes the names of companies and workspaces as text, never as markup or headers', async () => {
    const recipient = `${uuidv7()}@example.com`;
    const ctx = await newWorkspace();
    await database()
      .update(workspaces)
      .set({ name: 'Sur\r\nBcc: eva@evil.example' })
      .where(eq(workspaces.id, ctx.workspace.id));
    const entryId = await newEntry(ctx, { name: '<script>alert(1)</script>\u202Evil' });
    await runEmailLink(ctx, entryId, { config: { to: recipient } });
    const [{ to, mail } = { to: [], mail: undefined }] = mailsTo(recipient);
    expect(to).toEqual([recipient]);
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.headers.get('subject')).toContain('Sur Bcc: eva@evil.example');
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;vil');
    expect(mail?.html).not.toContain('<script');
  });
});

test('an error of the mail server quotes neither the link nor the address', async () => {
  refuse = (to) => `451 <${to}>: http://alta.test/reg/3kTq0ZyB7mW1cXvN8sRfLpDg2H is being looked at`;
  const mail = { to: 'ana@example.com', subject: 's', text: 't', html: 'h', messageId: '<x@alta.test>' };
  await expect(sendMail(mail)).rejects.toThrow(/^The mail was not sent: 451 <a…@example.com>: … is being/);
});
