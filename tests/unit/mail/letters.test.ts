import { describe, expect, test } from 'vitest';
import { completedMail } from '#lib/mail/completed.ts';
import { expiryNotice } from '#lib/mail/expiry-notice.ts';
import { registrationLinkMail } from '#lib/mail/registration-link-mail.ts';
import es from '#messages/es.json' with { type: 'json' };
import { completed, expiry, link, register, supplier } from './scene.ts';

describe.each([
  [
    'the mail with the link',
    (name: string) => registrationLinkMail({ ...register, supplier: { ...supplier, name }, link }),
  ],
  ['the notice of expiry', (name: string) => expiryNotice({ ...expiry, supplier: { ...supplier, name } })],
  [
    'the mail that it is done',
    (name: string) => completedMail({ ...completed, supplier: { ...supplier, name } }, { as: 'supplier' }),
  ],
])('in %s', (_, mailFor) => {
  test('a name with markup stays a name', () => {
    const { html, text } = mailFor('<script>alert(1)</script> "Hijos" & Cía. <b>{holder}</b>');
    expect(html).not.toContain('<script');
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &quot;Hijos&quot; &amp; Cía. &lt;b&gt;{holder}&lt;/b&gt;',
    );
    expect(text).toContain('<script>alert(1)</script> "Hijos" & Cía. <b>{holder}</b>');
  });

  test('a name turns no text around and begins no paragraph of its own', () => {
    const { subject, html, text } = mailFor(
      'Sur\u202Eelpmaxe\u2066\u200F\u061C\u0000 S.A.\u2028\n\nPagá\tacá\uD800',
    );
    for (const part of [subject, html, text]) {
      expect(part).toContain('Surelpmaxe S.A. Pagá acá\uFFFD');
      expect(part).not.toMatch(/[\p{Cf}\u2028]/u);
      expect(part).not.toContain('\0');
    }
  });

  test('the HTML asks for nothing from elsewhere and has no style sheet', () => {
    expect(mailFor('Sur').html).not.toMatch(/<(img|link|style|script|iframe|svg)\b|url\(|src=/i);
  });

  test('a name that ends in a full stop ends no sentence', () => {
    const { text } = mailFor('Sur S.A.');
    expect(text).not.toContain('..');
  });
});

test('the words of mails have no sign that HTML reads as markup, but the tags', () => {
  const words = JSON.stringify(es.mail).replace(/<\/?(b|n|mail)>/g, '');
  expect(words).not.toMatch(/[<>&]/);
});
