import type { Card } from './cards.tsx';
import { RelationFormScreen, RelationsScreen, ServiceTreeScreen } from './mock/screens.tsx';
import { actsForAnother, homeCard, taxpayerValues } from './portal-cards.tsx';
import type { StepProps } from './step-page.tsx';

/** «Administrador de Relaciones»: what enabling the service and authorizing the certificate have in common. */
export const relationsHomeCard = (props: StepProps, shortcut?: string): Card =>
  homeCard(props, { id: 'inicio', service: props.t.portal.relationsManager, missing: [], shortcut });

/** For whom, and a new relation. */
export function newRelationCard(props: StepProps): Card {
  const { t, registration } = props;
  const forAnother = actsForAnother(props);
  return {
    id: 'relacion',
    title: 'cards.relation.title',
    taps: forAnother ? ['cards.relation.choose', 'cards.relation.new'] : ['cards.relation.new'],
    values: taxpayerValues(props),
    ...(forAnother ? { missing: ['cards.relation.missing'] } : {}),
    screen: (
      <RelationsScreen t={t} button="newRelation" taxpayer={forAnother ? registration.supplier : undefined} />
    ),
  };
}

interface Service {
  branch: 'interactiveServices' | 'webServices';
  service: string;
}

export function serviceTreeCard(props: StepProps, { branch, service }: Service): Card {
  const { t, registration } = props;
  return {
    id: 'servicio',
    title: 'cards.tree.title',
    taps: [
      'cards.tree.search',
      'cards.tree.arca',
      branch === 'webServices' ? 'cards.tree.web' : 'cards.tree.interactive',
      branch === 'webServices' ? 'cards.tree.invoicing' : 'cards.tree.service',
    ],
    values: { service },
    missing: ['cards.tree.scroll'],
    screen: (
      <ServiceTreeScreen
        t={t}
        branch={branch}
        service={service}
        searched={{ grantor: registration.supplier }}
      />
    ),
  };
}

export function relationConfirmCard(
  props: StepProps,
  { service, representative }: { service: string; representative: string },
): Card {
  const { t, registration } = props;
  return {
    id: 'confirmar',
    title: 'cards.relationConfirm.title',
    taps: ['cards.relationConfirm.tap'],
    values: taxpayerValues(props),
    missing: ['cards.relationConfirm.missing'],
    more: <p className="hint">{t('cards.confirm.receipt')}</p>,
    screen: (
      <RelationFormScreen
        t={t}
        service={service}
        grantor={registration.supplier}
        representative={representative}
      />
    ),
  };
}
