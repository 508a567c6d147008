import { expect, test } from 'vitest';
import { locales } from '#lib/i18n.ts';
import { invoiceLetter, type MailedInvoice } from '#lib/mail/invoice-letter.ts';
import { both } from './scene.ts';

const invoice: MailedInvoice = {
  environment: 'live',
  supplier: 'Panadería La Espiga S.A.',
  workspace: 'Facturas del Sur S.A.',
  contact: { name: 'Panadería La Espiga S.A.', email: 'ventas@espiga.example' },
  title: 'Factura B 00003-00000012',
  date: '20/11/2026',
  total: '$ 1.210,00',
  dueDate: undefined,
  link: undefined,
  colour: undefined,
};
const link = {
  url: 'https://alta.example/api/silo/v1/entries/e/files/f/content?expires=1826809200&signature=5f',
  expiresAt: new Date('2027-11-21T15:00:00Z'),
};

test('the subject names the document and the supplier', () => {
  expect(invoiceLetter(invoice).subject).toBe('Factura B 00003-00000012 de Panadería La Espiga S.A.');
});

test('the mail states who invoices, the date, the total, and who answers', () => {
  for (const part of both(invoiceLetter(invoice))) {
    for (const fact of ['Panadería La Espiga S.A.', '20/11/2026', '$ 1.210,00', 'ventas@espiga.example'])
      expect(part).toContain(fact);
    expect(part).not.toContain('Vencimiento');
    expect(part).not.toContain('http');
  }
});

test('the mail states when the payment is due, if the invoice does', () => {
  for (const part of both(invoiceLetter({ ...invoice, dueDate: '10/12/2026' })))
    expect(part).toContain('10/12/2026');
});

test('a link to the PDF comes with its last day', () => {
  const { text, html } = invoiceLetter({ ...invoice, link });
  expect(text.split('\n')).toContain(link.url);
  expect(html).toContain(`href="${link.url.replace('&', '&amp;')}"`);
  expect(text).toContain('21/11/2027');
});

test('a mail of the sandbox warns that the document is worth nothing', () => {
  const { subject, text } = invoiceLetter({ ...invoice, environment: 'sandbox' });
  expect(subject).toContain('(PRUEBAS)');
  expect(text).toContain('PRUEBAS');
  expect(invoiceLetter(invoice).text).not.toContain('PRUEBAS');
});

test('a company that issues its own invoices is not named as sending through itself', () => {
  const own = { ...invoice, workspace: invoice.supplier };
  expect(invoiceLetter(own).text).not.toContain('por medio de');
  expect(invoiceLetter(invoice).text).toContain('por medio de Facturas del Sur S.A.');
});

test.each(locales)('a long name is cut in the subject and whole in the text, in %s', (locale) => {
  const supplier = `Cooperativa ${'de Trabajo '.repeat(30)}Ltda`;
  const { subject, text } = invoiceLetter({ ...invoice, supplier }, locale);
  expect(subject.length).toBeLessThan(130);
  expect(text).toContain(supplier);
});
