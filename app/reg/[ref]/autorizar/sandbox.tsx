import { Act, Acts, PortalLink } from '../_parts/act.tsx';
import { aliasInPortal } from '../_parts/alias-in-portal.ts';

import { CopyValue } from '../_parts/copy-value.tsx';
import { AuthorisationScreen, WsassMenuScreen } from '../_parts/mock/sandbox.tsx';
import type { StepProps } from '../_parts/step-props.ts';

export function SandboxAuthorisationActs({ registration, t, portalAddress }: StepProps) {
  const { name, cuit } = registration.supplier;
  const alias = aliasInPortal(registration);
  const host = t.portal.wsassHost;
  const screen = (mark: 'dn' | 'cuit' | 'service' | 'create') => (
    <AuthorisationScreen t={t} alias={alias} cuit={cuit} mark={mark} />
  );
  return (
    <Acts>
      <Act
        t={t}
        text="authorise.menu"
        host={host}
        screen={<WsassMenuScreen t={t} mark="createAuthorisation" />}
      >
        <PortalLink href={portalAddress ?? t.portal.wsassAddress} t={t}>
          {t('act.wsass')}
        </PortalLink>
        <p className="hint">{t('act.sameSession')}</p>
      </Act>
      <Act t={t} text="authorise.dn" values={{ alias }} host={host} screen={screen('dn')}>
        <CopyValue label={t('authorise.aliasLabel')} value={alias} t={t} />
      </Act>
      <Act t={t} text="authorise.represented" values={{ name }} host={host} screen={screen('cuit')}>
        <CopyValue label={t('authorise.cuitLabel')} value={cuit} t={t} />
      </Act>
      <Act t={t} text="authorise.service" host={host} screen={screen('service')} />
      <Act t={t} text="authorise.create" host={host} screen={screen('create')} />
    </Acts>
  );
}
