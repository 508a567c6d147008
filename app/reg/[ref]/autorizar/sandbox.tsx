import type { Card } from '../_parts/cards.tsx';
import { WsassMenuScreen } from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField } from '../_parts/mock/window.tsx';
import { aliasInPortal, CopyValue } from '../_parts/portal.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

export function sandboxCards(props: StepProps): Card[] {
  const { registration, t, portalAddress, shortcuts } = props;
  const { name, cuit } = registration.supplier;
  const alias = aliasInPortal(registration);
  const host = t.portal.wsassHost;
  return [
    {
      id: 'menu',
      title: 'cards.wsassMenu.title',
      taps: ['cards.wsassMenu.authorise'],
      link: { href: portalAddress ?? t.portal.wsassAddress, text: 'act.wsass' },
      shortcut: shortcuts?.wsass,
      more: <p className="hint">{t('act.sameSession')}</p>,
      host,
      screen: <WsassMenuScreen t={t} item="createAuthorisation" />,
    },
    {
      id: 'formulario',
      title: 'cards.grant.title',
      taps: ['cards.grant.dn', 'cards.grant.represented', 'cards.grant.service', 'cards.grant.create'],
      values: { alias, name },
      missing: ['cards.grant.missing'],
      under: {
        'cards.grant.represented': <CopyValue label={t('authorise.cuitLabel')} value={cuit} t={t} />,
      },
      host,
      screen: <AuthorisationScreen t={t} alias={alias} cuit={cuit} />,
    },
  ];
}

function AuthorisationScreen({ t, alias, cuit }: { t: Texts; alias: string; cuit: string }) {
  const { portal } = t;
  return (
    <>
      <MockBar t={t} title={portal.createAuthorisationForm} />
      <div className="mock-body">
        <MockField label={portal.dnToAuthorise} kind="list" value={alias} mark={1} />
        <MockField label={portal.dnCuit} kind="fixed" value={t('card.yourCuit')} />
        <MockField label={portal.representedCuit} value={cuit} mark={2} />
        <MockField label={portal.authorisingCuit} kind="fixed" value={t('card.yourCuit')} />
        <MockField label={portal.serviceToAccess} kind="list" value={portal.wsfeOption} mark={3} />
        <MockButton mark={4}>{portal.createAccess}</MockButton>
      </div>
    </>
  );
}
