import { describe, expect, test } from 'vitest';
import { type Completed, completedMail } from '#lib/mail/completed.ts';
import { expiryNotice } from '#lib/mail/expiry-notice.ts';
import { registrationLinkMail } from '#lib/mail/registration-link-mail.ts';
import { unprovedToHolder, unprovedToSupplier } from '#lib/mail/unproved.ts';
import es from '#messages/es.json' with { type: 'json' };

const workspace = {
  name: 'Facturas del Sur S.A.',
  environment: 'live' as const,
  contactEmail: 'ayuda@facturasdelsur.example',
};
const register = { workspace, intent: 'register' as const };
const supplier = { name: 'Ferretería El Tornillo S.R.L.', cuit: '30712345671' };
const ref = '3kTq0ZyB7mW1cXvN8sRfLpDg2H';
const link = { url: `https://alta.example/reg/${ref}`, expiresAt: new Date('2026-12-21T15:00:00Z') };
const expiry = { workspace, supplier, notAfter: new Date('2028-11-21T02:30:00Z'), daysLeft: 30 };

const completed: Completed = {
  workspace,
  intent: 'register',
  supplier,
  what: 'ready',
  points: [],
  notAfter: new Date('2028-11-21T02:30:00Z'),
};

const both = ({ text, html }: { text: string; html: string }) => [text, html];

describe('the mail with the link', () => {
  const mail = registrationLinkMail({ ...register, supplier, link });

  test.each(both(mail))('says who asks, for whom, what is needed, until when, and whom to ask', (body) => {
    for (const fact of [
      workspace.name,
      supplier.name,
      '30-•••••567-1',
      '15 minutos',
      'nivel 3',
      'certificado digital',
      '21/12/2026',
      'Nunca te vamos a pedir tu clave fiscal',
      workspace.contactEmail,
      link.url,
    ])
      expect(body).toContain(fact);
  });

  test('begins with the sender’s own words, as text, and has their colour', () => {
    const greeting = { 'es-AR': 'Hola, somos <b>Sur</b> & cía.', en: 'Hi, we are Sur.' };
    const own = {
      ...register,
      workspace: { ...workspace, greeting, colour: '#7a1f5c' as const },
      supplier,
      link,
    };
    const { text, html } = registrationLinkMail(own);
    expect(text).toContain(`\n\n${greeting['es-AR']}\n\n`);
    expect(text.indexOf(greeting['es-AR'])).toBeLessThan(text.indexOf(link.url));
    expect(html).toContain('Hola, somos &lt;b&gt;Sur&lt;/b&gt; &amp; cía.');
    expect(html).toContain('bgcolor="#7a1f5c"');
    expect(registrationLinkMail(own, 'en').text).toContain(greeting.en);
    const spanishOnly = { ...own, workspace: { ...workspace, greeting: { 'es-AR': greeting['es-AR'] } } };
    expect(registrationLinkMail(spanishOnly, 'en').text).toContain(greeting['es-AR']);
  });

  test.each(both(mail))("does not give away the company's CUIT, which may hold a person's DNI", (body) => {
    expect(body).not.toMatch(/71234567/);
  });

  test('has the link as a button and as text in its HTML, and as a line of its own in its text', () => {
    expect(mail.html.split(`href="${link.url}"`)).toHaveLength(3);
    expect(mail.html).toContain(`>${link.url}</a>`);
    expect(mail.text.split('\n')).toContain(link.url);
  });

  test('has a subject that names both and holds no part of the link, also when the subject is a given one', () => {
    expect(mail.subject).toContain(workspace.name);
    expect(mail.subject).toContain(supplier.name);
    expect(mail.subject).not.toContain(ref);
    const given = registrationLinkMail({
      ...register,
      supplier,
      link,
      subject: ' Tu alta\r\nBcc: x@y.example ',
    });
    expect(given.subject).toBe('Tu alta Bcc: x@y.example');
  });

  test('says of a sandbox that it is one, and asks for the level that it takes', () => {
    const sandbox = registrationLinkMail({
      ...register,
      workspace: { ...workspace, environment: 'sandbox' },
      supplier,
      link,
    });
    expect(sandbox.subject).toContain('PRUEBAS');
    expect(sandbox.text).toContain('PRUEBAS');
    expect(sandbox.text).toContain('nivel 2');
    expect(mail.subject + mail.text).not.toContain('PRUEBAS');
  });

  test.each([undefined, '', 'ayuda', 'Ayuda <ayuda@x.example>', 'a@x.example?cc=b@y.example'])(
    'with %j as contact names no address',
    (contactEmail) => {
      const { text, html } = registrationLinkMail({
        ...register,
        workspace: { ...workspace, contactEmail },
        supplier,
        link,
      });
      expect(html).not.toContain('mailto:');
      expect(text).toContain(`Consultá con ${workspace.name}`);
    },
  );

  test('asks for a renewal where it is one', () => {
    const renewal = registrationLinkMail({ workspace, intent: 'renew', supplier, link });
    expect(renewal.subject).toContain('renovar');
    expect(renewal.text).toContain('renovar');
    expect(renewal.text).not.toContain('una sola vez');
    expect(mail.subject + mail.text).not.toContain('renovar');
  });

  test('keeps a long name out of the way in the subject', () => {
    const { subject } = registrationLinkMail({
      ...register,
      supplier: { ...supplier, name: 'Ñ'.repeat(500) },
      link,
    });
    expect(subject.length).toBeLessThan(200);
  });
});

describe('the notice of expiry', () => {
  test('says what ends when, that nothing changes until then, and what to do', () => {
    const { subject, text } = expiryNotice(expiry);
    // The day in Buenos Aires.
    expect(subject).toBe('El certificado de Ferretería El Tornillo S.R.L. vence el 20/11/2028');
    for (const fact of ['30-71234567-1', '30 días', 'no cambia nada', 'link', workspace.contactEmail])
      expect(text).toContain(fact);
  });

  test('counts one day as one', () => {
    expect(expiryNotice({ ...expiry, daysLeft: 1 }).text).toMatch(/1 día\P{L}/u);
  });

  test.each([0, -3])('with %i days left says that it has expired', (daysLeft) => {
    const { subject, text } = expiryNotice({ ...expiry, daysLeft });
    expect(subject).toContain('venció el 20/11/2028');
    expect(text).not.toMatch(/\d día/);
  });

  test('has the link to the renewal as a button, and says that it is shorter than the first time', () => {
    const { html, text } = expiryNotice({ ...expiry, link: link.url });
    expect(html).toContain(`href="${link.url}"`);
    expect(text).toContain('menos que la primera vez');
    expect(text).not.toContain('Esperá el link');
  });

  test('without a renewal has nothing to press: its holder is asked for the link', () => {
    const { html, text } = expiryNotice(expiry);
    expect(html).not.toMatch(/href="(?!mailto:)/);
    expect(text).toContain('Esperá el link');
  });
});

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

describe('the mails about a certificate that the authority has not taken for a day', () => {
  const about = { workspace, supplier, alias: 'altan4m6z', supplierEmail: 'ana@eltornillo.example' };

  test.each(both(unprovedToSupplier(about, { as: 'supplier', link: link.url })))(
    'say to the supplier what to look at, and where',
    (body) => {
      for (const fact of [supplier.name, '30-71234567-1', 'altan4m6z', 'Facturación Electrónica', link.url]) {
        expect(body).toContain(fact);
      }
      expect(body).not.toContain('WSASS');
    },
  );

  test('speak of the sandbox’s own pages there, and of no link when there is none', () => {
    const sandbox = { ...about, workspace: { ...workspace, environment: 'sandbox' as const } };
    const { subject, text } = unprovedToSupplier(sandbox, { as: 'supplier' });
    expect(subject).toMatch(/PRUEBAS/);
    expect(text).toContain('WSASS');
    expect(text).not.toContain('/reg/');
  });

  test('say to the holder whom it is about and who was told, and give no link away', () => {
    const entry = 'https://alta.example/w/sur/entries/1';
    for (const body of both(unprovedToHolder(about, entry))) {
      for (const fact of [supplier.name, 'altan4m6z', 'a…@eltornillo.example', entry])
        expect(body).toContain(fact);
      expect(body).not.toContain('/reg/');
    }
    const { text } = unprovedToHolder({ ...about, supplierEmail: undefined }, entry);
    expect(text).toContain('escribile vos');
  });
});

describe('the mail that it is done', () => {
  const toSupplier = { as: 'supplier' as const, link: link.url };

  test.each(both(completedMail(completed, toSupplier)))(
    'says for whom, and until when it is good',
    (body) => {
      for (const fact of [workspace.name, supplier.name, '30-71234567-1', '20/11/2028', link.url])
        expect(body).toContain(fact);
      expect(body).not.toContain('días hábiles');
    },
  );

  test('says what is missing as long as no point of sale is there, with the days that it takes', () => {
    const { subject, text } = completedMail({ ...completed, what: 'point-missing' }, toSupplier);
    expect(subject).toMatch(/^Falta un paso .*: el punto de venta$/);
    for (const fact of [
      'Administración de puntos de venta y domicilios',
      '3 días hábiles',
      'RG 5866/2026',
      link.url,
    ])
      expect(text).toContain(fact);
  });

  test('names the points of sale that were found', () => {
    const { text } = completedMail({ ...completed, what: 'point-found', points: [4, 7] }, toSupplier);
    expect(text).toContain('los puntos de venta 4, 7');
    expect(completedMail({ ...completed, what: 'point-found', points: [4] }, toSupplier).text).toContain(
      'el punto de venta 4',
    );
  });

  test('says of a renewal that it is one, and to a helper why it is sent', () => {
    const { subject, text } = completedMail({ ...completed, intent: 'renew' }, { as: 'helper' });
    expect(subject).toContain('renovó');
    expect(text).toContain('te pasaron este trámite');
    expect(text).not.toContain('/reg/');
  });

  test('speaks the language of who asked for it', () => {
    const { subject, html } = completedMail({ ...completed, what: 'point-missing' }, toSupplier, 'en');
    expect(subject).toMatch(/point of sale/);
    expect(html).toContain('lang="en"');
  });
});
