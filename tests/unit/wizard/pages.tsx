import type { ReactElement } from 'react';
import {
  Broken,
  ExpiredLink,
  ForeignForm,
  Home,
  NoSuchPage,
  TooManyRequests,
  UnknownLink,
} from '#app/reg/[ref]/_parts/error-pages.tsx';
import { spanish as t, textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { AuthoriseStep } from '#app/reg/[ref]/autorizar/view.tsx';
import { CertificateStep } from '#app/reg/[ref]/certificado/view.tsx';
import { ProofStep } from '#app/reg/[ref]/comprobacion/view.tsx';
import { DetailsStep } from '#app/reg/[ref]/datos/view.tsx';
import { PaperDataPage } from '#app/reg/[ref]/factura/view.tsx';
import { WholeGuide } from '#app/reg/[ref]/guia/view.tsx';
import { EnableStep } from '#app/reg/[ref]/habilitar/view.tsx';
import { PrintedSheet } from '#app/reg/[ref]/hoja/view.tsx';
import { Done } from '#app/reg/[ref]/listo/view.tsx';
import { PointsOfSaleStep } from '#app/reg/[ref]/puntos-de-venta/view.tsx';
import { UploadStep } from '#app/reg/[ref]/subir/view.tsx';
import { Start } from '#app/reg/[ref]/view.tsx';
import { environments } from '#lib/authority-environment.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { type Registration, voices } from '#lib/registrations/registration.ts';
import { delegationPages } from './delegation-pages.tsx';
import { detailOf, now, registrationAt, rejectedFor } from './registrations.ts';
import { sidePages } from './side-pages.tsx';

const basePath = '/reg/Qk3vT0aZ8mNfX1bYwR7cLd';
const person = { name: 'Ana Beltrán', cuit: '27234567891' };
const soon = new Date(now.getTime() + 5 * 60_000);

const points = [
  { service: 'wsfe', number: 1, system: 'CAE - Ri Iva', blocked: false, usable: true },
  { service: 'wsfe', number: 2, system: 'CAE - Monotributo', blocked: true, usable: false },
  {
    service: 'wsfe',
    number: 3,
    system: 'CAEA - Monotributo',
    blocked: false,
    closedOn: '20250630',
    usable: false,
  },
] satisfies Registration['pointsOfSale']['list'];

const brand = {
  name: 'Distribuidora Ñandú',
  contactName: 'Ana Beltrán',
  email: 'ana@nandu.example',
  phone: '(011) 4321-5678',
  whatsapp: '+54 9 11 4321-5678',
  colour: '#7a1f5c',
  logo: { type: 'image/png', width: 400, height: 120, digest: '0123456789abcdef' },
  returnUrl: 'https://nandu.example/proveedores',
} as const;

/** Every page of the wizard in every state that looks different. */
export const pages: Record<string, ReactElement> = {
  unknown: <UnknownLink t={t} />,
  expired: <ExpiredLink t={t} basePath={basePath} accountHolder={{ name: 'Mercado Sur' }} asked={false} />,
  'expired-asked': (
    <ExpiredLink t={t} basePath={basePath} accountHolder={{ name: 'Mercado Sur', email: 'a@b.ar' }} asked />
  ),
  'expired-branded': <ExpiredLink t={t} basePath={basePath} accountHolder={brand} asked={false} />,
  foreign: <ForeignForm t={t} />,
  home: <Home t={t} />,
  'no-such-page': <NoSuchPage t={t} />,
  'too-many': <TooManyRequests t={t} minutes={3} />,
  broken: <Broken t={t} incident="9f31c0de" again={basePath} />,
};

for (const environment of environments) {
  const props = { t, basePath, now };
  const at = (stage: Parameters<typeof registrationAt>[0], changes = {}) =>
    registrationAt(stage, environment, changes);
  const page = (name: string, element: ReactElement) => {
    pages[`${environment}-${name}`] = element;
  };
  for (const [name, element] of sidePages(environment)) page(name, element);
  for (const [name, element] of delegationPages(environment)) page(name, element);
  page('start', <Start {...props} registration={at('created')} />);
  page('start-resumed', <Start {...props} registration={at('service-enabled')} />);
  page('details', <DetailsStep {...props} registration={at('started')} />);
  const stored = {
    street: 'AV SAN MARTIN 1450',
    locality: 'ROSARIO',
    region: 'SANTA FE',
    postalCode: '2000',
    grossIncome: '',
    activitySince: '',
  };
  page('paper-data', <PaperDataPage {...props} registration={at('completed')} stored={stored} />);
  page(
    'paper-data-wrong',
    <PaperDataPage
      {...props}
      registration={at('completed')}
      form={{
        values: { ...stored, street: '', locality: '', grossIncome: '901', activitySince: '2030-01-01' },
        errors: [
          { field: 'street', message: t('paperData.street-missing') },
          { field: 'grossIncome', message: t('paperData.gross-income-invalid') },
          { field: 'activitySince', message: t('paperData.activity-since-future') },
        ],
      }}
    />,
  );
  page('done-saved', <Done {...props} registration={at('completed')} hasSaved />);
  page('done-paper-complete', <Done {...props} registration={at('completed', { paperGaps: [] })} hasSaved />);
  page(
    'details-wrong',
    <DetailsStep
      {...props}
      registration={at('started')}
      form={{
        values: { name: '', email: 'ana@' },
        errors: [
          { field: 'name', message: t('details.name-missing', { kind: 'company' }) },
          { field: 'email', message: t('details.email-invalid') },
        ],
      }}
    />,
  );
  page('enable', <EnableStep {...props} registration={at('details-confirmed')} />);
  page(
    'enable-person',
    <EnableStep {...props} registration={at('details-confirmed', { supplier: person })} />,
  );
  page('certificate', <CertificateStep {...props} registration={at('service-enabled')} />);
  page(
    'certificate-card',
    <CertificateStep {...props} card="formulario" registration={at('service-enabled')} />,
  );
  page('certificate-alias', <CertificateStep {...props} hasNewAlias registration={at('service-enabled')} />);
  page('upload', <UploadStep {...props} registration={at('request-downloaded')} />);
  page(
    'upload-authorised',
    <UploadStep
      {...props}
      registration={at('request-downloaded', {
        facts: { createdAt: now, startedAt: now, requestDownloadedAt: now, authorisationClaimedAt: now },
      })}
    />,
  );
  page('authorise-ahead', <AuthoriseStep {...props} registration={at('request-downloaded')} />);
  page(
    'upload-nothing',
    <UploadStep
      {...props}
      registration={at('request-downloaded')}
      form={{ values: {}, errors: [{ field: 'file', message: t('upload.nothing') }] }}
    />,
  );
  for (const reason of rejectionReasons) {
    const lastRejection = rejectedFor(reason, detailOf[reason]);
    page(
      `upload-${reason}`,
      <UploadStep {...props} registration={at('request-downloaded', { lastRejection })} />,
    );
  }
  page('authorise', <AuthoriseStep {...props} registration={at('certificate-received')} />);
  const proof = { status: 'retrying', nextAttemptAt: soon, lookedAt: now };
  for (const reason of ['not-authorised', 'cuit-not-represented'] as const) {
    const lastRejection = rejectedFor(reason);
    page(
      `authorise-${reason}`,
      <AuthoriseStep {...props} registration={at('certificate-received', { lastRejection, proof })} />,
    );
  }
  const lastRejection = rejectedFor('not-authorised');
  const givenUp = at('certificate-received', { lastRejection, proof: { status: 'settled', givenUpAt: now } });
  page('authorise-given-up', <AuthoriseStep {...props} registration={givenUp} />);
  page(
    'proof',
    <ProofStep {...props} registration={at('certificate-received', { proof: { status: 'running' } })} />,
  );
  for (const reason of ['authority-unavailable', 'not-yet-valid', 'not-authorised'] as const) {
    const lastRejection = rejectedFor(reason, detailOf[reason]);
    page(
      `proof-${reason}`,
      <ProofStep {...props} hasAsked registration={at('certificate-received', { lastRejection, proof })} />,
    );
  }
  page('done', <Done {...props} registration={at('completed')} />);
  page('start-branded', <Start {...props} registration={at('created', { accountHolder: brand })} />);
  const { email: _, ...byTelephone } = brand;
  page(
    'details-exports',
    <DetailsStep
      {...props}
      registration={at('started', { accountHolder: { ...brand, asksForExports: true } })}
    />,
  );
  page(
    'details-branded',
    <DetailsStep {...props} registration={at('started', { accountHolder: byTelephone })} />,
  );
  page('done-branded', <Done {...props} registration={at('completed', { accountHolder: brand })} />);
}

const live = (list: Registration['pointsOfSale']['list'], more = {}) =>
  registrationAt('completed', 'live', { pointsOfSale: { list, unavailable: false, readAt: now, ...more } });
const liveProps = { t, basePath, now };
pages['live-points-none'] = <PointsOfSaleStep {...liveProps} registration={live([])} />;
pages['live-points-unread'] = (
  <PointsOfSaleStep {...liveProps} registration={registrationAt('completed', 'live')} />
);
pages['live-points-chosen'] = (
  <PointsOfSaleStep {...liveProps} registration={live([])} classification="monotributo" />
);
pages['live-points-down'] = (
  <PointsOfSaleStep {...liveProps} registration={live([], { unavailable: true })} />
);
pages['live-points-unusable'] = <PointsOfSaleStep {...liveProps} registration={live(points.slice(1))} />;
pages['live-done-points'] = <Done {...liveProps} registration={live(points)} />;
pages['live-done-soon'] = (
  <Done
    {...liveProps}
    registration={registrationAt('completed', 'live', {
      facts: { createdAt: now, startedAt: now, completedAt: now, pointOfSaleClaimedAt: now },
      pointsOfSale: { list: points, unavailable: false, readAt: now },
    })}
  />
);
pages['live-points-form'] = <PointsOfSaleStep {...liveProps} card="formulario" registration={live([])} />;
const claimed = (list: Registration['pointsOfSale']['list']) =>
  registrationAt('completed', 'live', {
    facts: { createdAt: now, startedAt: now, completedAt: now, pointOfSaleClaimedAt: now },
    pointsOfSale: { list, unavailable: false, readAt: now },
  });
pages['live-done-pending'] = <Done {...liveProps} registration={claimed([])} />;
pages['live-done-pending-known'] = (
  <Done {...liveProps} registration={claimed([])} classification="monotributo" />
);
pages['live-done-unusable'] = <Done {...liveProps} registration={claimed(points.slice(1))} />;
pages['live-points-claimed'] = (
  <PointsOfSaleStep {...liveProps} registration={claimed([])} classification="monotributo" />
);
/** A supplier who also exports, where a page differs. */
const exporting = { services: ['wsfe', 'wsfex'] } satisfies Partial<Registration>;
const exportsRefused = rejectedFor('not-authorised', { service: 'wsfex' });
for (const environment of environments) {
  const at = (changes: Partial<Registration> = {}) =>
    registrationAt('certificate-received', environment, { ...exporting, ...changes });
  const props = { t, basePath, now };
  const retrying = { status: 'retrying', nextAttemptAt: soon, lookedAt: now } as const;
  const refused = at({ lastRejection: exportsRefused, proof: retrying });
  const givenUp = at({ lastRejection: exportsRefused, proof: { status: 'settled', givenUpAt: now } });
  pages[`${environment}-exports-authorise`] = <AuthoriseStep {...props} registration={at()} />;
  pages[`${environment}-exports-refused`] = <AuthoriseStep {...props} registration={refused} />;
  pages[`${environment}-exports-given-up`] = <AuthoriseStep {...props} registration={givenUp} />;
  pages[`${environment}-exports-proof`] = <ProofStep {...props} registration={refused} />;
}
const exportPoint = {
  number: 5,
  service: 'wsfex',
  system: t.portal.optionExports,
  blocked: false,
  usable: true,
} as const;
const withExports = (list: Registration['pointsOfSale']['list']) => ({ ...live(list), ...exporting });
pages['live-exports-points'] = <PointsOfSaleStep {...liveProps} registration={withExports([])} />;
pages['live-exports-points-left'] = (
  <PointsOfSaleStep {...liveProps} registration={withExports(points.slice(0, 1))} />
);
pages['live-exports-points-blocked'] = (
  <PointsOfSaleStep
    {...liveProps}
    registration={withExports([...points.slice(0, 1), { ...exportPoint, blocked: true, usable: false }])}
  />
);
pages['live-exports-done-left'] = <Done {...liveProps} registration={withExports(points.slice(0, 1))} />;
pages['live-exports-done-pending'] = (
  <Done {...liveProps} registration={{ ...claimed(points.slice(0, 1)), ...exporting }} />
);
pages['live-exports-done-none'] = (
  <Done {...liveProps} registration={{ ...claimed([]), ...exporting }} classification="monotributo" />
);
pages['live-exports-done'] = <Done {...liveProps} registration={withExports([...points, exportPoint])} />;
pages['live-shortcuts'] = (
  <AuthoriseStep
    {...liveProps}
    registration={registrationAt('certificate-received', 'live')}
    shortcuts={{
      relations: 'https://a.example/r',
      certificates: 'https://a.example/c',
      pointsOfSale: 'https://a.example/p',
      wsass: 'https://a.example/w',
      authoriseUrl: (cuit) => `https://a.example/${cuit}`,
    }}
  />
);
pages['live-guide'] = (
  <WholeGuide {...liveProps} registration={registrationAt('details-confirmed', 'live')} />
);
pages['sandbox-guide'] = (
  <WholeGuide {...liveProps} registration={registrationAt('details-confirmed', 'sandbox')} />
);
pages['live-exports-guide'] = (
  <WholeGuide {...liveProps} registration={registrationAt('details-confirmed', 'live', exporting)} />
);
for (const environment of environments) {
  pages[`${environment}-sheet`] = (
    <PrintedSheet {...liveProps} registration={registrationAt('details-confirmed', environment)} />
  );
  pages[`${environment}-sheet-renew`] = (
    <PrintedSheet {...liveProps} registration={registrationAt('started', environment, { intent: 'renew' })} />
  );
}
pages['live-exports-sheet'] = (
  <PrintedSheet {...liveProps} registration={registrationAt('details-confirmed', 'live', exporting)} />
);
pages['live-sheet-self'] = (
  <PrintedSheet
    {...liveProps}
    t={textsIn('es-AR', 'self')}
    registration={registrationAt('details-confirmed', 'live', { supplier: person, ...exporting })}
  />
);
for (const voice of voices) {
  const supplier = voice === 'self' ? person : { name: 'Panadería La Espiga S.R.L.', cuit: '30712345671' };
  const link = { id: 'l', scope: 'full', expiresAt: new Date('2026-12-21T15:00:00Z'), voice } as const;
  const spoken = { ...liveProps, t: textsIn('es-AR', voice) };
  pages[`live-guide-${voice}`] = (
    <WholeGuide {...spoken} registration={registrationAt('details-confirmed', 'live', { link, supplier })} />
  );
}
const renewal = { intent: 'renew' } as const;
pages['live-renew'] = (
  <CertificateStep {...liveProps} registration={registrationAt('started', 'live', renewal)} />
);
pages['sandbox-renew'] = (
  <CertificateStep {...liveProps} registration={registrationAt('started', 'sandbox', renewal)} />
);
pages['live-renew-start'] = (
  <Start {...liveProps} registration={registrationAt('created', 'live', renewal)} />
);
pages['live-renew-done'] = (
  <Done {...liveProps} registration={registrationAt('completed', 'live', renewal)} />
);
