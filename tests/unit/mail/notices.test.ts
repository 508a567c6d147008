import { describe, expect, test } from 'vitest';
import {
  type CompletedRegistration,
  completedLetter,
  expiryLetter,
  unprovedLetterToHolder,
  unprovedLetterToSupplier,
} from '#lib/mail/registration-letters.ts';
import { both, completed, expiry, link, supplier, workspace } from './scene.ts';

describe('the notice of expiry', () => {
  test('names the certificate, the day, what stays unchanged and what to do', () => {
    const { subject, text } = expiryLetter(expiry);
    // The day in Buenos Aires.
    expect(subject).toBe('El certificado de Ferretería El Tornillo S.R.L. vence el 20/11/2028');
    for (const fact of ['30-•••••567-1', '30 días', 'no cambia nada', 'link', workspace.contactEmail])
      expect(text).toContain(fact);
  });

  test('uses the singular for one day', () => {
    expect(expiryLetter({ ...expiry, daysLeft: 1 }).text).toMatch(/1 día\P{L}/u);
  });

  test.each([0, -3])('with %i days left reports an expired certificate', (daysLeft) => {
    const { subject, text } = expiryLetter({ ...expiry, daysLeft });
    expect(subject).toContain('venció el 20/11/2028');
    expect(text).not.toMatch(/\d día/);
  });

  test('has the renewal link as a button and calls it shorter than the first time', () => {
    const { html, text } = expiryLetter({ ...expiry, link: link.url });
    expect(html).toContain(`href="${link.url}"`);
    expect(text).toContain('menos que la primera vez');
    expect(text).not.toContain('Esperá el link');
  });

  test('has no button without a renewal and asks the supplier to wait for the link', () => {
    const { html, text } = expiryLetter(expiry);
    expect(html).not.toMatch(/href="(?!mailto:)/);
    expect(text).toContain('Esperá el link');
  });
});

describe('the mails about a certificate that the authority has refused for a day', () => {
  const about = {
    workspace,
    supplier,
    alias: 'altan4m6z',
    refused: 'wsfe',
    supplierEmail: 'ana@eltornillo.example',
  } as const;

  test.each(both(unprovedLetterToSupplier(about, { as: 'supplier', link: link.url })))(
    'show the supplier what to check and where',
    (body) => {
      for (const fact of [supplier.name, '30-•••••567-1', 'altan4m6z', 'Facturación Electrónica', link.url]) {
        expect(body).toContain(fact);
      }
      expect(body).not.toContain('WSASS');
    },
  );

  test('name the exports if only those are refused', () => {
    const exports = { ...about, refused: 'wsfex' } as const;
    const { text } = unprovedLetterToSupplier(exports, { as: 'supplier', link: link.url });
    expect(text).toContain('“Facturación Electrónica de Exportación”');
    expect(unprovedLetterToHolder(exports, link.url).text).toContain('de exportación');
  });

  test('name the sandbox’s own pages, and no link when there is none', () => {
    const sandbox = { ...about, workspace: { ...workspace, environment: 'sandbox' as const } };
    const { subject, text } = unprovedLetterToSupplier(sandbox, { as: 'supplier' });
    expect(subject).toMatch(/PRUEBAS/);
    expect(text).toContain('WSASS');
    expect(text).not.toContain('/reg/');
  });

  test('name the supplier and the recipient to the holder, without the wizard link', () => {
    const entry = 'https://alta.example/w/sur/entries/1';
    for (const body of both(unprovedLetterToHolder(about, entry))) {
      for (const fact of [supplier.name, 'altan4m6z', 'a…@eltornillo.example', entry])
        expect(body).toContain(fact);
      expect(body).not.toContain('/reg/');
    }
    const { text } = unprovedLetterToHolder({ ...about, supplierEmail: undefined }, entry);
    expect(text).toContain('escribile vos');
  });
});

describe('the mail of completion', () => {
  const toSupplier = { as: 'supplier' as const, link: link.url };

  test.each(both(completedLetter(completed, toSupplier)))(
    'names the company and the end of the certificate',
    (body) => {
      for (const fact of [workspace.name, supplier.name, '30-•••••567-1', '20/11/2028', link.url])
        expect(body).toContain(fact);
      expect(body).not.toContain('días hábiles');
    },
  );

  test('names the missing point of sale and the days that it takes', () => {
    const { subject, text } = completedLetter({ ...completed, stage: 'point-missing' }, toSupplier);
    expect(subject).toMatch(/^Falta un paso .*: el punto de venta$/);
    for (const fact of [
      'Administración de puntos de venta y domicilios',
      '3 días hábiles',
      'RG 5866/2026',
      link.url,
    ])
      expect(text).toContain(fact);
  });

  test('says that only exports wait, if theirs is the missing point of sale', () => {
    const missing = (lacking: CompletedRegistration['lacking']) =>
      completedLetter({ ...completed, stage: 'point-missing', lacking }, toSupplier);
    expect(missing(['wsfex']).subject).toMatch(/^Falta un paso para exportar/);
    expect(missing(['wsfex']).text).toContain('Ya se puede facturar en el país.');
    expect(missing(['wsfe', 'wsfex']).text).toContain('Agregar los puntos de venta');
    expect(missing(['wsfe']).text).not.toMatch(/exporta/);
  });

  test('names the points of sale that were found', () => {
    const { text } = completedLetter({ ...completed, stage: 'point-found', points: [4, 7] }, toSupplier);
    expect(text).toContain('los puntos de venta 4, 7');
    expect(completedLetter({ ...completed, stage: 'point-found', points: [4] }, toSupplier).text).toContain(
      'el punto de venta 4',
    );
  });

  test('announces a renewal, and explains to a helper why it is sent', () => {
    const { subject, text } = completedLetter({ ...completed, intent: 'renew' }, { as: 'helper' });
    expect(subject).toContain('renovó');
    expect(text).toContain('te pasaron este trámite');
    expect(text).not.toContain('/reg/');
  });

  test('is in the language of the person who asked for it', () => {
    const { subject, html } = completedLetter({ ...completed, stage: 'point-missing' }, toSupplier, 'en');
    expect(subject).toMatch(/point of sale/);
    expect(html).toContain('lang="en"');
  });
});
