import type { Card } from '../_parts/cards.tsx';
import { titleOf } from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField, MockNotice } from '../_parts/mock/window.tsx';
import { aliasInPortal } from '../_parts/portal.tsx';
import { taxpayerValues } from '../_parts/portal-cards.tsx';
import {
  newRelationCard,
  relationConfirmCard,
  relationsHomeCard,
  serviceTreeCard,
} from '../_parts/relation-cards.tsx';
import type { StepProps } from '../_parts/step-page.tsx';

export function liveCards(props: StepProps): Card[] {
  const { registration, t, shortcuts } = props;
  const { supplier } = registration;
  const service = t.portal.electronicInvoicing;
  const alias = aliasInPortal(registration);
  return [
    relationsHomeCard(props, shortcuts?.authorise(supplier.cuit)),
    newRelationCard(props),
    serviceTreeCard(props, { branch: 'webServices', service }),
    {
      id: 'representante',
      title: 'cards.computer.title',
      taps: ['cards.computer.search', 'cards.computer.choose', 'cards.computer.confirm'],
      values: { ...taxpayerValues(props), alias },
      missing: ['cards.computer.missing'],
      screen: <FiscalComputerScreen props={props} alias={alias} />,
    },
    relationConfirmCard(props, { service, representative: `${t.portal.fiscalComputer} ${alias}` }),
  ];
}

/** The trap: the authorized party is the computer, not a person. */
function FiscalComputerScreen({ props, alias }: { props: StepProps; alias: string }) {
  const { t, registration } = props;
  return (
    <>
      <MockBar t={t} title={t.portal.representative} />
      <div className="mock-body">
        <MockField label={t.portal.grantor} kind="fixed" value={titleOf(registration.supplier)} />
        <div className="mock-row">
          <MockField label={t.portal.representative} />
          <MockButton mark={1}>{t.portal.search}</MockButton>
        </div>
        <MockNotice>{t.portal.webServiceNotice}</MockNotice>
        <MockField label={t.portal.fiscalComputer} value={alias} kind="list" mark={2} />
        <MockField label={t.portal.userCuit} />
        <MockButton mark={3}>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}
