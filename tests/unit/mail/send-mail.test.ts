import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Mail, MailAddress, maskAddress, sendMail } from '#lib/mail/send-mail.ts';
import { readMail } from '#tests/support/mail-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-mail-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
process.env.MAIL_FROM = '"Facturación\r\nBcc: eva@evil.example" <avisos@alta.example>';
afterAll(() => rmSync(dataDir, { recursive: true }));

const mail: Mail = {
  to: 'ana@example.com',
  subject: 'Un trámite en ARCA',
  text: 'Hola, Ana.\n',
  html: '<p>Hola, Ana.</p>\n',
  messageId: '<0198f@alta.example>',
};

async function preview(changes: Partial<Mail> = {}) {
  const sent = await sendMail({ ...mail, ...changes });
  if (sent.kind !== 'preview') throw new Error(`it is ${sent.kind}`);
  return { file: sent.file, ...readMail(readFileSync(sent.file)) };
}

describe('without a mail server', () => {
  test('a mail becomes a file that only its owner can read', async () => {
    const { file, headers, text, html } = await preview({ replyTo: 'ayuda@sur.example' });
    expect(file).toBe(join(dataDir, 'mail', '0198f@alta.example.eml'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'mail')).mode & 0o777).toBe(0o700);
    expect(text.trim()).toBe('Hola, Ana.');
    expect(html.trim()).toBe('<p>Hola, Ana.</p>');
    expect(Object.fromEntries(headers)).toMatchObject({
      to: 'ana@example.com',
      subject: 'Un trámite en ARCA',
      'reply-to': 'ayuda@sur.example',
      'message-id': '<0198f@alta.example>',
      'auto-submitted': 'auto-generated',
    });
  });

  test('the same mail sent again is the same file', async () => {
    const first = await preview();
    const second = await preview();
    expect(second.file).toBe(first.file);
  });

  test('the file stays in its directory, whatever its id', async () => {
    const { file } = await preview({ messageId: '<../../etc/cron.d/x@alta.example>' });
    expect(readdirSync(join(dataDir, 'mail'))).toContain(file.slice(join(dataDir, 'mail').length + 1));
  });
});

test('an attachment arrives as it was, beside the text and its HTML', async () => {
  const content = Buffer.from('%PDF-1.7 \u00f1\0\xff', 'latin1');
  const { text, html, attachments } = await preview({
    attachments: [{ filename: 'factura-a-00003-00000012.pdf', contentType: 'application/pdf', content }],
  });
  expect(attachments).toEqual([{ name: 'factura-a-00003-00000012.pdf', type: 'application/pdf', content }]);
  expect(text.trim()).toBe('Hola, Ana.');
  expect(html.trim()).toBe('<p>Hola, Ana.</p>');
});

test('line breaks in a subject, a name or an address begin no header', async () => {
  const { headers } = await preview({
    subject: 'Hola\r\nBcc: eva@evil.example\r\n\r\nOtra cosa\nX-Evil: 1',
    replyTo: 'ayuda@sur.example\r\nBcc: eva@evil.example',
  });
  expect([...headers.keys()].sort()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ]);
  expect(headers.get('from')).toMatch(/ <avisos@alta\.example>$/);
});

describe('the sender', () => {
  test('has the given name and the installation’s address', async () => {
    const { headers } = await preview({ senderName: 'Mercado Sur' });
    expect(headers.get('from')).toBe('Mercado Sur <avisos@alta.example>');
  });

  test.each([
    ['begins no header', 'Sur\r\nBcc: eva@evil.example'],
    ['ends no mailbox', 'Sur <eva@evil.example>, Eva'],
    ['quotes nothing', 'Sur" <eva@evil.example>, "'],
    ['turns no direction', '\u202eruS'],
  ])('with a hostile name %s', async (_what, senderName) => {
    const { headers } = await preview({ senderName });
    expect(headers.get('from')).toMatch(/^[^@<>]* <avisos@alta\.example>$/);
    expect([...headers.keys()]).not.toContain('bcc');
    expect(headers.get('from')).not.toMatch(/\p{Cf}/u);
  });
});

test.each(['a@x.example, b@y.example', 'Ana <a@x.example>', 'a@x.example\r\nBcc: b@y.example', 'a@b', ''])(
  '%j is not a valid mail address',
  (address) => {
    expect(MailAddress.safeParse(address).success).toBe(false);
  },
);

test.each([
  ['ana.perez@example.com', 'a…@example.com'],
  ['a@example.com', 'a…@example.com'],
])('the address %s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});
