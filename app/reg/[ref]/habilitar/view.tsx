import { isCompany } from '#lib/documents/cuit.ts';
import {
  actsForAnother,
  type Card,
  Cards,
  loginCard,
  newRelationCard,
  relationConfirmCard,
  relationsHomeCard,
  serviceTreeCard,
} from '../_parts/cards.tsx';
import { StepForm } from '../_parts/form.tsx';
import {
  MockBar,
  MockBlur,
  MockButton,
  MockField,
  RelationsScreen,
  ServiceTreeScreen,
} from '../_parts/mock.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

/** Adds the service that issues certificates to the person's services. */
export function EnableStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const path = `${basePath}/habilitar`;
  return (
    <StepPage props={props} slug="habilitar" heading={t('enable.heading')}>
      {registration.environment === 'sandbox' && isCompany(registration.supplier.cuit) && (
        <p className="hint first-card-only">{t('enable.companiesText')}</p>
      )}
      <Cards props={props} slug="habilitar" cards={enableCards(props)}>
        <StepForm action={path}>{t('enable.done')}</StepForm>
      </Cards>
    </StepPage>
  );
}

/** The service that issues the certificate. It must be among the person's services. */
export const certificateServiceOf = ({ registration, t }: StepProps): string =>
  registration.environment === 'sandbox' ? t.portal.wsass : t.portal.certificateAdministration;

export function enableCards(props: StepProps): Card[] {
  return [
    loginCard(props),
    { ...relationsHomeCard(props, props.shortcuts?.relations), question: <AlreadyThere {...props} /> },
    ...(actsForAnother(props) ? forAnother(props) : forOneself(props)),
    signOutCard(props),
  ];
}

/** Lets suppliers skip the step. They see only after the login whether the service is there, and for whom. */
function AlreadyThere(props: StepProps) {
  const { registration, basePath, t } = props;
  const { name } = registration.supplier;
  const service = certificateServiceOf(props);
  if (registration.link.serviceListed === 'yes') return <p>{t.rich('enable.forThisOne', { name })}</p>;
  return (
    <div className="aside">
      <p>{t.rich(actsForAnother(props) ? 'enable.leadAnother' : 'enable.lead', { service, name })}</p>
      <StepForm action={`${basePath}/habilitar`} weight="second">
        {t('enable.skip')}
      </StepForm>
    </div>
  );
}

function forOneself(props: StepProps): Card[] {
  const { t } = props;
  const service = certificateServiceOf(props);
  return [
    {
      id: 'adherir',
      title: 'cards.adhere.title',
      taps: ['cards.adhere.tap'],
      screen: <RelationsScreen t={t} button="adhereService" />,
    },
    {
      id: 'servicio',
      title: 'cards.tree.title',
      taps: ['cards.tree.arca', 'cards.tree.interactive', 'cards.tree.service'],
      values: { service },
      help: ['cards.tree.scroll'],
      screen: <ServiceTreeScreen t={t} branch="interactiveServices" service={service} />,
    },
    {
      id: 'confirmar',
      title: 'cards.confirm.title',
      taps: ['cards.confirm.tap'],
      values: { service },
      more: <p className="hint">{t('cards.confirm.receipt')}</p>,
      screen: <AdherenceScreen t={t} service={service} />,
    },
  ];
}

function forAnother(props: StepProps): Card[] {
  const { t } = props;
  const service = certificateServiceOf(props);
  return [
    newRelationCard(props),
    serviceTreeCard(props, service),
    {
      id: 'representante',
      title: 'cards.representative.title',
      taps: ['cards.representative.search', 'cards.representative.cuit', 'cards.representative.confirm'],
      screen: <PersonScreen t={t} />,
    },
    relationConfirmCard(props, { service, representative: props.t('card.representativeYou') }),
  ];
}

function signOutCard(props: StepProps): Card {
  const { t } = props;
  const service = certificateServiceOf(props);
  const sandbox = props.registration.environment === 'sandbox';
  return {
    id: 'salir',
    title: 'cards.signOut.title',
    taps: ['cards.signOut.out', 'cards.signOut.in'],
    values: { service, level: sandbox ? '2' : '3' },
    help: ['cards.home.search', 'cards.home.level', sandbox ? 'cards.home.person' : 'cards.home.acceptance'],
    screen: <SignOutScreen t={t} service={service} />,
  };
}

function AdherenceScreen({ t, service }: { t: Texts; service: string }) {
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

function PersonScreen({ t }: { t: Texts }) {
  return (
    <>
      <MockBar t={t} title={t.portal.representative} />
      <div className="mock-body">
        <div className="mock-row">
          <MockField label={t.portal.representative} />
          <MockButton mark={1}>{t.portal.search}</MockButton>
        </div>
        <MockField label={t.portal.userCuit} value={t('card.yourCuit')} mark={2} />
        <MockButton mark={3}>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}

function SignOutScreen({ service, t }: { service: string; t: Texts }) {
  return (
    <>
      <MockBar t={t}>
        <MockButton mark={1}>{t.portal.signOut}</MockButton>
      </MockBar>
      <div className="mock-body">
        <div className="mock-tiles">
          <MockBlur />
          <MockButton mark={2}>{service}</MockButton>
          <MockBlur />
        </div>
      </div>
    </>
  );
}
