import { describe, expect, test } from 'vitest';
import { invoiceLetter } from '#lib/mail/invoice-letter.ts';
import { continueLetter, handOverLetter, invitationLetter, reminderLetter } from '#lib/mail/link-letters.ts';
import {
  completedLetter,
  delegateLetter,
  expiryLetter,
  unprovedLetterToHolder,
  unprovedLetterToSupplier,
  wrongCuitLetter,
} from '#lib/mail/registration-letters.ts';
import es from '#messages/es.json' with { type: 'json' };
import { completed, expiry, link, register, supplier, workspace } from './scene.ts';

describe.each([
  [
    'the mail with the link',
    (name: string) => invitationLetter({ ...register, supplier: { ...supplier, name }, link }),
  ],
  ['the notice of expiry', (name: string) => expiryLetter({ ...expiry, supplier: { ...supplier, name } })],
  [
    'the mail that it is done',
    (name: string) => completedLetter({ ...completed, supplier: { ...supplier, name } }, { as: 'supplier' }),
  ],
  [
    'the mail with an invoice',
    (name: string) =>
      invoiceLetter({
        environment: 'live',
        supplier: name,
        workspace: workspace.name,
        contact: { name, email: undefined },
        title: 'Factura A 00003-00000012',
        date: '20/11/2026',
        total: '$ 1.210,00',
        dueDate: undefined,
        link,
        colour: undefined,
      }),
  ],
])('in %s', (_, mailFor) => {
  test('a name with markup stays text', () => {
    const { html, text } = mailFor('<script>alert(1)</script> "Hijos" & Cía. <b>{holder}</b>');
    expect(html).not.toContain('<script');
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &quot;Hijos&quot; &amp; Cía. &lt;b&gt;{holder}&lt;/b&gt;',
    );
    expect(text).toContain('<script>alert(1)</script> "Hijos" & Cía. <b>{holder}</b>');
  });

  test('a name changes no text direction and begins no paragraph', () => {
    const { subject, html, text } = mailFor(
      'Sur\u202Eelpmaxe\u2066\u200F\u061C\u0000 S.A.\u2028\n\nPagá\tacá\uD800',
    );
    for (const part of [subject, html, text]) {
      expect(part).toContain('Surelpmaxe S.A. Pagá acá\uFFFD');
      expect(part).not.toMatch(/[\p{Cf}\u2028]/u);
      expect(part).not.toContain('\0');
    }
  });

  test('the HTML loads nothing and has no style sheet', () => {
    expect(mailFor('Sur').html).not.toMatch(/<(img|link|style|script|iframe|svg)\b|url\(|src=/i);
  });

  test('a name that ends in a full stop gets no second one', () => {
    const { text } = mailFor('Sur S.A.');
    expect(text).not.toContain('..');
  });
});

const person = { name: 'Ana Beltrán', cuit: '27234567891' };
const shared = { sender: workspace, supplier: person, link };
const unproved = { workspace, supplier: person, alias: 'altan4m6z', refused: 'wsfe' } as const;
const delegate = { ...expiry, environment: 'live', delegate: person, delegators: 2 } as const;
test.each([
  ['with the link', invitationLetter({ ...register, supplier: person, link })],
  ['to go on elsewhere', continueLetter(shared)],
  ['that reminds', reminderLetter({ ...shared, hasStarted: true })],
  ['to a helper', handOverLetter(shared)],
  [
    'to a helper, of who is called like a page',
    handOverLetter({ ...shared, supplier: { ...person, name: 'a.example' } }),
  ],
  ['that it is done', completedLetter({ ...completed, supplier: person }, { as: 'helper' })],
  ['that it waits', unprovedLetterToSupplier(unproved, { as: 'helper' })],
  [
    'that it waits, in the sandbox',
    unprovedLetterToSupplier(
      { ...unproved, workspace: { ...workspace, environment: 'sandbox' } },
      { as: 'helper' },
    ),
  ],
  ['that it waits, to the account holder', unprovedLetterToHolder(unproved, link.url)],
  [
    'of a wrong CUIT, to the account holder',
    wrongCuitLetter({ environment: 'live', supplier: person, nameAtAuthority: 'PERALTA JORGE' }, link.url),
  ],
  ['of the expiry', expiryLetter({ ...expiry, supplier: person })],
  ['of the delegate', delegateLetter({ ...delegate, risk: 'expiring' }, link.url)],
])('the mail %s shows the end of a person’s CUIT, not the DNI', (_, mail) => {
  expect(JSON.stringify(mail)).toMatch(/27-•••••789-1/);
  expect(JSON.stringify(mail)).not.toContain('23456789');
});

test('the texts of mails have no markup characters except their tags', () => {
  const words = JSON.stringify(es.mail).replace(/<\/?(b|n|mail)>/g, '');
  expect(words).not.toMatch(/[<>&]/);
});
