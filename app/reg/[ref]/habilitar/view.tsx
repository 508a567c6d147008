import { isCompany } from '#lib/documents/cuit.ts';
import {
  actsForAnother,
  Cards,
  loginScreen,
  newRelationScreen,
  placeIn,
  portalLink,
  relationConfirmScreen,
  relationsHomeScreen,
  type Screen,
  serviceTreeScreen,
  type Trip,
  taxpayerInPortal,
} from '../_parts/cards.tsx';
import { StepForm } from '../_parts/form.tsx';
import {
  MockBar,
  MockBlur,
  MockButton,
  MockField,
  RelationsDrawing,
  ServiceTreeDrawing,
} from '../_parts/mock.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

/** Adds the service that issues certificates to the person's services. */
export function EnableStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const place = placeIn(props, 'habilitar', enableTrips(props));
  return (
    <StepPage props={props} slug="habilitar" heading={t('enable.heading')} place={place}>
      {registration.environment === 'sandbox' && isCompany(registration.supplier.cuit) && (
        <p className="hint first-card-only">{t('enable.companiesText')}</p>
      )}
      <Cards props={props} slug="habilitar" place={place}>
        <StepForm action={`${basePath}/habilitar`}>{t('enable.done')}</StepForm>
      </Cards>
    </StepPage>
  );
}

/** The service that issues the certificate. It must be among the person's services. */
export const certificateServiceOf = ({ registration, t }: StepProps): string =>
  registration.environment === 'sandbox' ? t.portal.wsass : t.portal.certificateAdministration;

export function enableTrips(props: StepProps): Trip[] {
  const home: Screen = {
    ...relationsHomeScreen(props, props.shortcuts?.relations),
    question: <AlreadyThere {...props} />,
  };
  const login: Trip = { title: 'cards.login.title', screens: [loginScreen(props)] };
  if (!actsForAnother(props)) {
    return [
      login,
      { title: 'trips.enable', screens: [home, ...screensForOneself(props), signOutScreen(props)] },
    ];
  }
  const service = certificateServiceOf(props);
  return [
    login,
    {
      title: 'trips.enable',
      screens: [home, newRelationScreen(props), serviceTreeScreen(props, service)],
    },
    {
      title: 'trips.representative',
      screens: [
        {
          id: 'representante',
          title: 'cards.representative.title',
          taps: ['cards.representative.search', 'cards.representative.cuit', 'cards.representative.confirm'],
          drawing: <PersonDrawing t={props.t} />,
        },
        relationConfirmScreen(props, { service, representative: props.t('card.representativeYou') }),
        signOutScreen(props),
      ],
    },
  ];
}

/** Lets suppliers skip the step. They see only after the login whether the service is there, and for whom. */
function AlreadyThere(props: StepProps) {
  const { basePath, t } = props;
  const { name } = taxpayerInPortal(props);
  const service = certificateServiceOf(props);
  return (
    <div className="aside">
      <p>{t.rich(actsForAnother(props) ? 'enable.leadAnother' : 'enable.lead', { service, name })}</p>
      <form method="post" action={`${basePath}/habilitar`}>
        <button type="submit" className="link-button">
          {t('enable.skip')}
        </button>
      </form>
    </div>
  );
}

function screensForOneself(props: StepProps): Screen[] {
  const { t } = props;
  const service = certificateServiceOf(props);
  return [
    {
      id: 'adherir',
      title: 'cards.adhere.title',
      taps: ['cards.adhere.tap'],
      drawing: <RelationsDrawing t={t} button="adhereService" />,
    },
    {
      id: 'servicio',
      title: 'cards.tree.title',
      taps: ['cards.tree.arca', 'cards.tree.interactive', 'cards.tree.service'],
      values: { service },
      help: ['cards.tree.scroll'],
      drawing: <ServiceTreeDrawing t={t} branch="interactiveServices" service={service} />,
    },
    {
      id: 'confirmar',
      title: 'cards.confirm.title',
      taps: ['cards.confirm.tap'],
      values: { service },
      help: ['cards.confirm.receipt'],
      drawing: <AdherenceDrawing t={t} service={service} />,
    },
  ];
}

function signOutScreen(props: StepProps): Screen {
  const { t } = props;
  const service = certificateServiceOf(props);
  const sandbox = props.registration.environment === 'sandbox';
  return {
    id: 'salir',
    title: 'cards.signOut.title',
    taps: ['cards.signOut.out', 'cards.signOut.in'],
    values: { service, level: sandbox ? '2' : '3' },
    help: ['cards.home.search', 'cards.home.level', sandbox ? 'cards.home.person' : 'cards.home.acceptance'],
    more: portalLink(props),
    drawing: <SignOutDrawing t={t} />,
  };
}

function AdherenceDrawing({ t, service }: { t: Texts; service: string }) {
  return (
    <>
      <MockBar t={t} title={t.portal.adhereService} />
      <div className="mock-body">
        <MockField label={t.portal.serviceField} kind="fixed" value={service} />
        <MockButton mark>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}

function PersonDrawing({ t }: { t: Texts }) {
  return (
    <>
      <MockBar t={t} title={t.portal.representative} />
      <div className="mock-body">
        <div className="mock-row">
          <MockField label={t.portal.representative} />
          <MockButton mark>{t.portal.search}</MockButton>
        </div>
        <MockField label={t.portal.userCuit} value={t('card.yourCuit')} mark />
        <MockButton mark>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}

function SignOutDrawing({ t }: { t: Texts }) {
  return (
    <>
      <MockBar t={t}>
        <MockButton mark>{t.portal.signOut}</MockButton>
      </MockBar>
      <div className="mock-body">
        <div className="mock-tiles">
          <MockBlur />
          <MockBlur />
          <MockBlur />
        </div>
      </div>
    </>
  );
}
