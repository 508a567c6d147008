import { expect, test } from 'vitest';
import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { CertificateStep } from '#app/reg/[ref]/certificado/view.tsx';
import { DetailsStep } from '#app/reg/[ref]/datos/view.tsx';
import { Done } from '#app/reg/[ref]/listo/view.tsx';
import { Start } from '#app/reg/[ref]/view.tsx';
import { sampleRegistration } from '#console/w/[workspace]/configuration/apps/gov-ar/preview/sample.ts';
import { environments } from '#lib/authority-environment.ts';
import { now } from './registrations.ts';

const accountHolder = {
  name: 'Distribuidora Ñandú',
  email: 'ayuda@nandu.example',
  greeting: { 'es-AR': 'Hola.' },
};

test.each(environments)(
  'the made-up supplier of the preview fits every page of it, in %s',
  async (environment) => {
    const propsAt = (stage: Parameters<typeof sampleRegistration>[0]) => ({
      registration: { ...sampleRegistration(stage, environment, now), accountHolder },
      basePath: '/reg/vista-previa',
      t: textsIn('es-AR', 'company'),
      now,
    });
    const pages = [
      <Start key="start" {...propsAt('created')} />,
      <DetailsStep key="details" {...propsAt('started')} />,
      <CertificateStep key="certificate" {...propsAt('enabled')} />,
      <Done key="done" {...propsAt('completed')} />,
    ];
    for (const page of pages) {
      const html = await renderDocument(page);
      expect(html).toContain('<h1');
      expect(html).toContain('<body>');
      expect(html).toContain(accountHolder.name);
    }
  },
);
