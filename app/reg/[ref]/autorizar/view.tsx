import { invoicingServices } from '#lib/arca/services.ts';
import type { CheckOutcome } from '#lib/certificates/checks.ts';
import { loginReasons } from '#lib/certificates/rejection.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import {
  Cards,
  exportsTrip,
  linksOf,
  liveNameOf,
  newRelationScreen,
  placeIn,
  relationConfirmScreen,
  relationsHomeScreen,
  type Screen,
  type Trip,
  taxpayerInPortal,
  taxpayerValues,
  webServiceTreeScreen,
} from '../_parts/cards.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import {
  MockBar,
  MockButton,
  MockField,
  MockNotice,
  nameWithCuit,
  WsassMenuDrawing,
} from '../_parts/mock.tsx';
import { aliasInPortal, CopyValue } from '../_parts/portal.tsx';
import { CheckList, passedChecks, RejectionNotice } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { Icon } from '../_parts/tools.tsx';
import { Watch } from '../_parts/watch.tsx';
import { lacksOnlyExports, servicesToAuthorise } from '../flow.ts';

export const authoriseTrips = (props: StepProps): Trip[] =>
  props.registration.environment === 'sandbox' ? sandboxTrips(props) : liveTrips(props);

/** Relates the certificate to the invoicing services. The open page detects the relation by polling. */
export function AuthoriseStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const received = registration.certificate !== undefined;
  const place = placeIn(props, 'autorizar', authoriseTrips(props));
  return (
    <StepPage
      props={props}
      slug="autorizar"
      place={place}
      heading={t(lacksOnlyExports(registration) ? 'authorise.headingExports' : 'authorise.heading')}
      lead={servicesToAuthorise(registration).length > 1 ? t('authorise.leadBoth') : undefined}
      refreshSeconds={received ? 60 : undefined}
    >
      <CertificateStatus {...props} />
      <Cards props={props} slug="autorizar" place={place}>
        <StepForm action={`${basePath}/autorizar`}>{t('authorise.check')}</StepForm>
      </Cards>
      <More summary={t('authorise.mistakes')}>
        <p>{t('authorise.wait')}</p>
        <Mistakes {...props} />
      </More>
      {received && (
        <More summary={t('checks.heading')}>
          <CheckList registration={registration} checks={checksOf(registration)} t={t} />
        </More>
      )}
    </StepPage>
  );
}

/** Shows that the certificate passed the checks or, after a login attempt, what the authority still lacks. */
function CertificateStatus(props: StepProps) {
  const { registration, t } = props;
  const { certificate, proof, environment } = registration;
  if (certificate === undefined) return environment === 'sandbox' ? <PasteFirst {...props} /> : null;
  const rejection = rejectionOfLogin(registration);
  const isWrong = rejection?.reason === 'cuit-not-represented' || proof.givenUpAt !== undefined;
  if (rejection !== undefined && isWrong) {
    return (
      <RejectionNotice registration={registration} rejection={rejection} t={t} tone="wait">
        {proof.givenUpAt && <p>{t('authorise.gaveUp')}</p>}
        {proof.givenUpAt && <Mistakes {...props} />}
        <Watch props={props}>{t('authorise.watching')}</Watch>
      </RejectionNotice>
    );
  }
  const key = lacksOnlyExports(registration) ? 'exportsLeft' : 'received';
  return (
    <div className="notice notice-good first-card-only">
      <h2>
        <Icon name="check" />
        {t(`authorise.${key}`)}
      </h2>
      <Watch props={props}>{t('authorise.watching')}</Watch>
    </div>
  );
}

/** The checks, of which an authorization that the authority does not know yet is pending and not a mistake. */
function checksOf(registration: Registration): CheckOutcome[] {
  const rejection = rejectionOfLogin(registration);
  return !rejection || rejection.reason === 'not-authorised' ? passedChecks(registration) : rejection.checks;
}

/** The sandbox shows a certificate only once. A person who leaves that page without it has to start again. */
function PasteFirst(props: StepProps) {
  return (
    <p className="trap first-card-only">
      <Icon name="note" />
      <span>{props.t.rich('authorise.pasteFirst', {}, linksOf(props))}</span>
    </p>
  );
}

/** The rejection of the last login. A later rejected upload does not affect the certificate in use. */
function rejectionOfLogin({ lastRejection }: Registration) {
  return lastRejection && loginReasons.includes(lastRejection.reason) ? lastRejection : undefined;
}

function Mistakes({ registration, t }: StepProps) {
  const { environment, supplier } = registration;
  const values = { alias: aliasInPortal(registration), name: supplier.name, cuit: supplier.cuit };
  const { ofService, ofAll } = mistakes[environment];
  return (
    <ul>
      {servicesToAuthorise(registration).flatMap((serviceId) => {
        const service = t.portal[invoicingServices[serviceId].portalName[environment]];
        return ofService.map((key) => (
          <li key={`${serviceId} ${key}`}>{t.rich(key, { ...values, service, serviceId })}</li>
        ));
      })}
      {ofAll.map((key) => (
        <li key={key}>{t.rich(key, values)}</li>
      ))}
    </ul>
  );
}

const mistakes = {
  sandbox: { ofService: ['authorise.mistakeAliasSandbox', 'authorise.mistakeServiceSandbox'], ofAll: [] },
  live: {
    ofService: ['authorise.mistakeService'],
    ofAll: ['authorise.mistakeComputer', 'authorise.mistakeCompany'],
  },
} as const;

/** A relation for each service that is left: two trips for the first, one for exports after it. */
function liveTrips(props: StepProps): Trip[] {
  const { registration } = props;
  if (lacksOnlyExports(registration)) {
    // Other ids, because the link's stored place may be in the relation that is done.
    return relationTrips(props, 'wsfex').map(({ title, screens: [first, ...others] }) => ({
      title,
      screens: [forExports(first), ...others.map(forExports)],
    }));
  }
  const trips = relationTrips(props, 'wsfe');
  if (!registration.services.includes('wsfex')) return trips;
  const again: Screen = {
    ...computerScreen(props),
    title: 'cards.computerAgain.title',
    taps: ['cards.computer.search', 'cards.computer.choose', 'cards.computerAgain.confirm'],
  };
  return [...trips, exportsTrip(props, again)];
}

const forExports = (screen: Screen): Screen => ({ ...screen, id: `${screen.id}-exportacion` });

function relationTrips(props: StepProps, id: InvoicingServiceId): Trip[] {
  const { registration, t, shortcuts } = props;
  const { cuit } = registration.supplier;
  return [
    {
      title: 'trips.relation',
      screens: [
        relationsHomeScreen(props, id === 'wsfe' ? shortcuts?.authoriseUrl(cuit) : shortcuts?.relations),
        newRelationScreen(props),
        webServiceTreeScreen(props, id),
      ],
    },
    {
      title: 'trips.computer',
      screens: [
        computerScreen(props),
        relationConfirmScreen(props, {
          service: liveNameOf(props, id),
          representative: `${t.portal.fiscalComputer} ${aliasInPortal(registration)}`,
        }),
      ],
    },
  ];
}

function computerScreen(props: StepProps): Screen {
  const alias = aliasInPortal(props.registration);
  return {
    id: 'representante',
    title: 'cards.computer.title',
    taps: ['cards.computer.search', 'cards.computer.choose', 'cards.computer.confirm'],
    values: { ...taxpayerValues(props), alias },
    help: ['cards.computer.missing'],
    drawing: <FiscalComputerDrawing props={props} alias={alias} />,
  };
}

/** The common mistake here: the representative must be the computer, not a person. */
function FiscalComputerDrawing({ props, alias }: { props: StepProps; alias: string }) {
  const { t } = props;
  return (
    <>
      <MockBar t={t} title={t.portal.representative} />
      <div className="mock-body">
        <MockField label={t.portal.grantor} kind="fixed" value={nameWithCuit(taxpayerInPortal(props))} />
        <div className="mock-row">
          <MockField label={t.portal.representative} />
          <MockButton mark>{t.portal.search}</MockButton>
        </div>
        <MockNotice>{t.portal.webServiceNotice}</MockNotice>
        <MockField label={t.portal.fiscalComputer} value={alias} kind="dropdown" mark />
        <MockField label={t.portal.userCuit} />
        <MockButton mark>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}

function sandboxTrips(props: StepProps): Trip[] {
  const { registration, t, portalAddress, shortcuts } = props;
  const { name, cuit } = registration.supplier;
  const alias = aliasInPortal(registration);
  const host = t.portal.wsassHost;
  const menu: Screen = {
    id: 'menu',
    title: 'cards.wsassMenu.title',
    taps: ['cards.wsassMenu.authorise'],
    link: {
      href: portalAddress ? `${portalAddress}/entrar?system=wsass` : t.portal.wsassAddress,
      text: 'act.wsass',
    },
    shortcut: shortcuts?.wsass,
    host,
    drawing: <WsassMenuDrawing t={t} item="createAuthorisation" />,
  };
  const form = (serviceId: InvoicingServiceId, id: string): Screen => {
    const service = t.portal[invoicingServices[serviceId].portalName.sandbox];
    return {
      id,
      title: serviceId === 'wsfe' ? 'cards.grant.title' : 'cards.grantExports.title',
      taps: ['cards.grant.dn', 'cards.grant.represented', 'cards.grant.service', 'cards.grant.create'],
      values: { alias, name, service },
      help: ['cards.grant.missing'],
      takes: <CopyValue label={t('authorise.cuitLabel')} value={cuit} t={t} />,
      host,
      drawing: <AuthorisationDrawing {...{ t, alias, cuit, service }} />,
    };
  };
  const exports: Trip = {
    title: 'trips.grantExports',
    screens: [{ ...menu, id: 'otro-menu' }, form('wsfex', 'exportacion')],
  };
  if (lacksOnlyExports(registration)) return [exports];
  const invoices: Trip = { title: 'trips.grant', screens: [menu, form('wsfe', 'formulario')] };
  return registration.services.includes('wsfex') ? [invoices, exports] : [invoices];
}

interface AuthorisationDrawingProps {
  t: Texts;
  alias: string;
  cuit: string;
  service: string;
}

function AuthorisationDrawing({ t, alias, cuit, service }: AuthorisationDrawingProps) {
  const { portal } = t;
  return (
    <>
      <MockBar t={t} title={portal.createAuthorisationForm} />
      <div className="mock-body">
        <MockField label={portal.dnToAuthorise} kind="dropdown" value={alias} mark />
        <MockField label={portal.dnCuit} kind="fixed" value={t('card.yourCuit')} />
        <MockField label={portal.representedCuit} value={cuit} mark />
        <MockField label={portal.authorisingCuit} kind="fixed" value={t('card.yourCuit')} />
        <MockField label={portal.serviceToAccess} kind="dropdown" value={service} mark />
        <MockButton mark>{portal.createAccess}</MockButton>
      </div>
    </>
  );
}
