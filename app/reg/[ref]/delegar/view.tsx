import { formatCuit } from '#lib/documents/cuit.ts';
import {
  Cards,
  exportsTrip,
  liveNameOf,
  loginScreen,
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
import { MockBar, MockButton, MockField, MockNotice, nameWithCuit } from '../_parts/mock.tsx';
import { CopyValue } from '../_parts/portal.tsx';
import { portalDelegate } from '../_parts/portal-names.ts';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Icon } from '../_parts/tools.tsx';
import { isDelegationWithdrawn } from '../flow.ts';

/**
 * The step in which the supplier creates a relation with the account holder's company for each service. A delegation
 * needs no other visit to the portal.
 */
export function DelegateStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const { accountHolder } = registration;
  const holder = accountHolder.name;
  const { name, cuit } = delegateOf(props);
  const values = { holder, name: registration.supplier.name, delegate: name, delegateCuit: formatCuit(cuit) };
  const trips = delegateTrips(props);
  const place = placeIn(props, 'delegar', trips);
  const lead = registration.services.includes('wsfex') ? 'delegate.leadBoth' : 'delegate.lead';
  const end = (
    <StepForm action={`${basePath}/delegar`}>{t(trips.length ? 'delegate.done' : 'delegate.ask')}</StepForm>
  );
  if (!accountHolder.delegate) return <NobodyToAuthorise {...props} />;
  return (
    <StepPage
      props={props}
      slug="delegar"
      place={trips.length ? place : undefined}
      heading={t('delegate.heading', values)}
      lead={t.rich(trips.length ? lead : 'delegate.leadSandbox', values)}
      back={isDelegationWithdrawn(registration) ? '/listo' : undefined}
    >
      {trips.length ? (
        <Cards props={props} slug="delegar" place={place}>
          {end}
        </Cards>
      ) : (
        end
      )}
      <More summary={t('delegate.allows', values)}>
        <p>{t('delegate.allowsText', values)}</p>
        <p>{t.rich('delegate.takeBack', values)}</p>
      </More>
    </StepPage>
  );
}

/** Shown when the account holder no longer names a delegate. */
function NobodyToAuthorise(props: StepProps) {
  const { registration, t } = props;
  const values = { holder: registration.accountHolder.name };
  return (
    <StepPage props={props} slug="delegar" heading={t('delegate.heading', values)}>
      <div className="notice notice-wait">
        <p>
          <Icon name="note" /> {t('delegate.nobody', values)}
        </p>
      </div>
    </StepPage>
  );
}

/** The company that the supplier authorizes, with its name at the authority. */
export const delegateOf = ({ registration }: StepProps) =>
  portalDelegate(registration) ?? { name: registration.accountHolder.name, cuit: '', isNameKnown: false };

/** Trips of the step; none in the sandbox, where the supplier has nothing to do in the portal. */
export function delegateTrips(props: StepProps): Trip[] {
  const { registration, t, shortcuts } = props;
  const { accountHolder } = registration;
  if (registration.environment === 'sandbox') return [];
  const { name, cuit, isNameKnown } = delegateOf(props);
  const service = liveNameOf(props, 'wsfe');
  const supplier = taxpayerValues(props);
  const delegate = { delegate: name, delegateCuit: formatCuit(cuit) };
  const values = {
    ...supplier,
    ...delegate,
    listed: isNameKnown ? supplier.listed : 'unknown',
    service,
    holder: accountHolder.name,
  };
  const representative: Screen = {
    id: 'representante',
    title: 'cards.delegate.title',
    taps: ['cards.delegate.search', 'cards.delegate.cuit', 'cards.delegate.confirm'],
    values,
    help: ['cards.delegate.missing'],
    takes: <CopyValue label={t('cards.delegate.label', values)} value={cuit} t={t} />,
    drawing: <RepresentativeDrawing props={props} />,
  };
  const trips: Trip[] = [
    { title: 'cards.login.title', screens: [loginScreen(props)] },
    {
      title: 'trips.relation',
      screens: [
        relationsHomeScreen(props, shortcuts?.authoriseUrl(registration.supplier.cuit)),
        newRelationScreen(props),
        webServiceTreeScreen(props, 'wsfe'),
      ],
    },
    {
      title: 'trips.delegate',
      screens: [
        representative,
        {
          ...relationConfirmScreen(props, { service, representative: `${name} [${formatCuit(cuit)}]` }),
          taps: ['cards.delegate.review'],
          values,
          help: ['cards.relationConfirm.missing', 'cards.delegate.otherName', 'cards.delegate.receipt'],
        },
      ],
    },
  ];
  if (!registration.services.includes('wsfex')) return trips;
  const again: Screen = {
    ...representative,
    title: 'cards.delegateAgain.title',
    taps: ['cards.delegate.search', 'cards.delegate.cuit', 'cards.delegateAgain.confirm'],
  };
  return [...trips, exportsTrip(props, again)];
}

/**
 * Picture of the representative's screen. For a delegation the CUIT of a company is typed in, and nothing is chosen
 * in the list «Computador Fiscal».
 */
function RepresentativeDrawing({ props }: { props: StepProps }) {
  const { t } = props;
  const { cuit } = delegateOf(props);
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
        <MockField label={t.portal.fiscalComputer} kind="dropdown" />
        <MockField label={t.portal.userCuit} value={cuit} mark />
        <MockButton mark>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}
