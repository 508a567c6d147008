import type { Card } from '../_parts/cards.tsx';
import { formatCuit } from '../_parts/gaps.ts';
import { titleOf } from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField } from '../_parts/mock/window.tsx';
import { CopyValue } from '../_parts/portal.tsx';
import { loginCard } from '../_parts/portal-cards.tsx';
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
      taps: [
        'cards.delegate.search',
        'cards.delegate.cuit',
        'cards.delegate.check',
        'cards.delegate.confirm',
      ],
      values: shown,
      missing: ['cards.delegate.missing', 'cards.delegate.computer'],
      under: { 'cards.delegate.cuit': <CopyValue label={t('cards.delegate.label')} value={cuit} t={t} /> },
      screen: <RepresentativeScreen props={props} />,
    },
    relationConfirmCard(props, { service, representative: `${name} [${formatCuit(cuit)}]` }),
  ];
}

/** The representative is a company's number; the list of computers stays empty. */
function RepresentativeScreen({ props }: { props: StepProps }) {
  const { t, registration } = props;
  const { name, cuit } = delegateOf(props);
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
        <MockField label={t.portal.userCuit} value={formatCuit(cuit)} mark={2} />
        <MockField label={t.portal.representative} kind="fixed" value={name} mark={3} />
        <MockButton mark={4}>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}
