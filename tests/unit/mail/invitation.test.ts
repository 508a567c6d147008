import { describe, expect, test } from 'vitest';
import { invitationLetter } from '#lib/mail/link-letters.ts';
import { both, link, ref, register, supplier, workspace } from './scene.ts';

describe('the mail with the link', () => {
  const mail = invitationLetter({ ...register, supplier, link });

  test.each(both(mail))(
    'names the sender, the supplier, what is needed, the deadline and the contact',
    (body) => {
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
    },
  );

  test('begins with the sender’s own greeting as text and greets once, in their color', () => {
    const greeting = { 'es-AR': 'Hola, somos <b>Sur</b> & cía.', en: 'Hi, we are Sur.' };
    const own = {
      ...register,
      sender: { ...workspace, greeting, colour: '#7a1f5c' as const },
      supplier,
      link,
    };
    const { text, html } = invitationLetter(own);
    expect(text).toContain(`\n\n${greeting['es-AR']}\n\n`);
    expect(text.indexOf(greeting['es-AR'])).toBeLessThan(text.indexOf(link.url));
    expect([text, mail.text].map((each) => each.match(/Hola/g)?.length)).toEqual([1, 1]);
    expect(html).toContain('Hola, somos &lt;b&gt;Sur&lt;/b&gt; &amp; cía.');
    expect(html).toContain('bgcolor="#7a1f5c"');
    expect(invitationLetter(own, 'en').text).toContain(greeting.en);
    const spanishOnly = { ...own, sender: { ...workspace, greeting: { 'es-AR': greeting['es-AR'] } } };
    expect(invitationLetter(spanishOnly, 'en').text).toContain(greeting['es-AR']);
  });

  test.each(both(mail))("hides the company's CUIT, which may contain a person's DNI", (body) => {
    expect(body).not.toMatch(/71234567/);
  });

  test('has the link as a button and text in its HTML, and on its own line in its text', () => {
    expect(mail.html.split(`href="${link.url}"`)).toHaveLength(3);
    expect(mail.html).toContain(`>${link.url}</a>`);
    expect(mail.text.split('\n')).toContain(link.url);
  });

  test('has a subject that names both parties and never the link, even a given one', () => {
    expect(mail.subject).toContain(workspace.name);
    expect(mail.subject).toContain(supplier.name);
    expect(mail.subject).not.toContain(ref);
    const given = invitationLetter({
      ...register,
      supplier,
      link,
      subject: ' Tu alta\r\nBcc: x@y.example ',
    });
    expect(given.subject).toBe('Tu alta Bcc: x@y.example');
  });

  test('marks a sandbox and asks for its clave fiscal level', () => {
    const sandbox = invitationLetter({
      ...register,
      sender: { ...workspace, environment: 'sandbox' },
      supplier,
      link,
    });
    expect(sandbox.subject).toContain('PRUEBAS');
    expect(sandbox.text).toContain('PRUEBAS');
    expect(sandbox.text).toContain('nivel 2');
    expect(mail.subject + mail.text).not.toContain('PRUEBAS');
  });

  test.each([undefined, '', 'ayuda', 'Ayuda <ayuda@x.example>', 'a@x.example?cc=b@y.example'])(
    'names no address for the contact %j',
    (contactEmail) => {
      const { text, html } = invitationLetter({
        ...register,
        sender: { ...workspace, contactEmail },
        supplier,
        link,
      });
      expect(html).not.toContain('mailto:');
      expect(text).toContain(`Consultá con ${workspace.name}`);
    },
  );

  test('asks for a renewal when it is about one', () => {
    const renewal = invitationLetter({ sender: workspace, intent: 'renew', supplier, link });
    expect(renewal.subject).toContain('renovar');
    expect(renewal.text).toContain('renovar');
    expect(renewal.text).not.toContain('una sola vez');
    expect(mail.subject + mail.text).not.toContain('renovar');
  });

  test('shortens a long name in the subject', () => {
    const { subject } = invitationLetter({
      ...register,
      supplier: { ...supplier, name: 'Ñ'.repeat(500) },
      link,
    });
    expect(subject.length).toBeLessThan(200);
  });
});
