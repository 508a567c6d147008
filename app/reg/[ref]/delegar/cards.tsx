import { formatCuit } from '#lib/documents/cuit.ts';
import type { Card } from '../_parts/cards.tsx';
import { titleOf } from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField } from '../_parts/mock/window.tsx';
import { CopyValue } from '../_parts/portal.tsx';
import { loginCard, taxpayerValues } from '../_parts/portal-cards.tsx';
import {
  newRelationCard,
  relationConfirmCard,
  relationsHomeCard,
  serviceTreeCard,
} from '../_parts/relation-cards.tsx';
import type { StepProps } from '../_parts/step-page.tsx';

/** Whom the supplier authorizes, as the authority shows them. */
export const delegateOf = ({ registration: { accountHolder } }: StepProps) =>
  accountHolder.delegate ?? { name: accountHolder.name, cuit: '' };

/** In the sandbox there is nothing for the supplier to do in the portal. */
export function delegateCards(props: StepProps): Card[] {
  const { registration, t, shortcuts } = props;
  const { accountHolder } = registration;
  if (registration.environment === 'sandbox') return [];
  const { name, cuit } = delegateOf(props);
  const service = t.portal.electronicInvoicing;
  const shown = { delegate: name, delegateCuit: formatCuit(cuit) };
  return [
    loginCard(props),
    relationsHomeCard(props, shortcuts?.authorise(registration.supplier.cuit)),
    newRelationCard(props),
    serviceTreeCard(props, { branch: 'webServices', service }),
    {
      id: 'representante',
      title: 'cards.delegate.title',
      taps: ['cards.delegate.search', 'cards.delegate.cuit', 'cards.delegate.confirm'],
      values: shown,
      missing: ['cards.delegate.missing'],
      under: { 'cards.delegate.cuit': <CopyValue label={t('cards.delegate.label')} value={cuit} t={t} /> },
      screen: <RepresentativeScreen props={props} />,
    },
    {
      ...relationConfirmCard(props, { service, representative: `${name} [${formatCuit(cuit)}]` }),
      taps: ['cards.delegate.review'],
      values: { ...taxpayerValues(props), ...shown, service },
      missing: ['cards.relationConfirm.missing', 'cards.delegate.otherName'],
      more: <p className="hint">{t('cards.delegate.receipt', { holder: accountHolder.name })}</p>,
    },
  ];
}

/** The representative is a company's number; the list of computers stays empty. */
function RepresentativeScreen({ props }: { props: StepProps }) {
  const { t, registration } = props;
  const { cuit } = delegateOf(props);
  return (
    <>
      <MockBar t={t} title={t.portal.representative} />
      <div className="mock-body">
        <MockField label={t.portal.grantor} kind="fixed" value={titleOf(registration.supplier)} />
        <div className="mock-row">
          <MockField label={t.portal.representative} />
          <MockButton mark={1}>{t.portal.search}</MockButton>
        </div>
        <MockField label={t.portal.fiscalComputer} kind="list" />
        <MockField label={t.portal.userCuit} value={cuit} mark={2} />
        <MockButton mark={3}>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}
