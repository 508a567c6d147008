import { formatCuit } from '#lib/documents/cuit.ts';
import {
  type Card,
  Cards,
  liveNameOf,
  loginCard,
  newRelationCard,
  relationAgainCard,
  relationConfirmCard,
  relationsHomeCard,
  taxpayerValues,
  webServiceTreeCard,
} from '../_parts/cards.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import { MockBar, MockButton, MockField, nameWithCuit } from '../_parts/mock.tsx';
import { CopyValue } from '../_parts/portal.tsx';
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
  const cards = delegateCards(props);
  const lead = registration.services.includes('wsfex') ? 'delegate.leadBoth' : 'delegate.lead';
  const end = (
    <StepForm action={`${basePath}/delegar`}>{t(cards.length ? 'delegate.done' : 'delegate.ask')}</StepForm>
  );
  if (!accountHolder.delegate) return <NobodyToAuthorise {...props} />;
  return (
    <StepPage
      props={props}
      slug="delegar"
      heading={t('delegate.heading', values)}
      lead={t.rich(cards.length ? lead : 'delegate.leadSandbox', values)}
      back={isDelegationWithdrawn(registration) ? '/listo' : undefined}
    >
      {cards.length ? (
        <Cards props={props} slug="delegar" cards={cards}>
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
export const delegateOf = ({ registration: { accountHolder } }: StepProps) =>
  accountHolder.delegate ?? { name: accountHolder.name, cuit: '' };

/** Cards of the step; none in the sandbox, where the supplier has nothing to do in the portal. */
export function delegateCards(props: StepProps): Card[] {
  const { registration, t, shortcuts } = props;
  const { accountHolder } = registration;
  if (registration.environment === 'sandbox') return [];
  const { name, cuit } = delegateOf(props);
  const service = liveNameOf(props, 'wsfe');
  const shown = { delegate: name, delegateCuit: formatCuit(cuit) };
  const representative: Card = {
    id: 'representante',
    title: 'cards.delegate.title',
    taps: ['cards.delegate.search', 'cards.delegate.cuit', 'cards.delegate.confirm'],
    values: shown,
    help: ['cards.delegate.missing'],
    belowTaps: {
      'cards.delegate.cuit': <CopyValue label={t('cards.delegate.label')} value={cuit} t={t} />,
    },
    screen: <RepresentativeScreen props={props} />,
  };
  const receipt = <p className="hint">{t('cards.delegate.receipt', { holder: accountHolder.name })}</p>;
  const cards: Card[] = [
    loginCard(props),
    relationsHomeCard(props, shortcuts?.authoriseUrl(registration.supplier.cuit)),
    newRelationCard(props),
    webServiceTreeCard(props, 'wsfe'),
    representative,
    {
      ...relationConfirmCard(props, { service, representative: `${name} [${formatCuit(cuit)}]` }),
      taps: ['cards.delegate.review'],
      values: { ...taxpayerValues(props), ...shown, service },
      help: ['cards.relationConfirm.missing', 'cards.delegate.otherName'],
      more: receipt,
    },
  ];
  if (!registration.services.includes('wsfex')) return cards;
  return [
    ...cards,
    relationAgainCard(props),
    {
      ...representative,
      id: 'otro-representante',
      title: 'cards.delegateAgain.title',
      taps: ['cards.delegate.search', 'cards.delegate.cuit', 'cards.delegateAgain.confirm'],
      values: { ...taxpayerValues(props), ...shown },
      more: receipt,
    },
  ];
}

/**
 * Picture of the representative's screen. For a delegation the CUIT of a company is typed in, and nothing is chosen
 * in the list «Computador Fiscal».
 */
function RepresentativeScreen({ props }: { props: StepProps }) {
  const { t, registration } = props;
  const { cuit } = delegateOf(props);
  return (
    <>
      <MockBar t={t} title={t.portal.representative} />
      <div className="mock-body">
        <MockField label={t.portal.grantor} kind="fixed" value={nameWithCuit(registration.supplier)} />
        <div className="mock-row">
          <MockField label={t.portal.representative} />
          <MockButton mark={1}>{t.portal.search}</MockButton>
        </div>
        <MockField label={t.portal.fiscalComputer} kind="dropdown" />
        <MockField label={t.portal.userCuit} value={cuit} mark={2} />
        <MockButton mark={3}>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}
