import { Instruction, Instructions } from '../_parts/instruction.tsx';
import { WsassMenuScreen } from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField } from '../_parts/mock/window.tsx';
import { aliasInPortal, CopyValue, PortalLink } from '../_parts/portal.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

export function SandboxInstructions({ registration, t, portalAddress }: StepProps) {
  const { name, cuit } = registration.supplier;
  const alias = aliasInPortal(registration);
  const host = t.portal.wsassHost;
  const screen = (mark: 'dn' | 'cuit' | 'service' | 'create') => (
    <AuthorisationScreen t={t} alias={alias} cuit={cuit} mark={mark} />
  );
  return (
    <Instructions>
      <Instruction
        t={t}
        text="authorise.menu"
        host={host}
        screen={<WsassMenuScreen t={t} mark="createAuthorisation" />}
      >
        <PortalLink href={portalAddress ?? t.portal.wsassAddress} t={t}>
          {t('act.wsass')}
        </PortalLink>
        <p className="hint">{t('act.sameSession')}</p>
      </Instruction>
      <Instruction t={t} text="authorise.dn" values={{ alias }} host={host} screen={screen('dn')}>
        <CopyValue label={t('authorise.aliasLabel')} value={alias} t={t} />
      </Instruction>
      <Instruction t={t} text="authorise.represented" values={{ name }} host={host} screen={screen('cuit')}>
        <CopyValue label={t('authorise.cuitLabel')} value={cuit} t={t} />
      </Instruction>
      <Instruction t={t} text="authorise.service" host={host} screen={screen('service')} />
      <Instruction t={t} text="authorise.create" host={host} screen={screen('create')} />
    </Instructions>
  );
}

interface AuthorisationScreenProps {
  t: Texts;
  alias: string;
  cuit: string;
  mark: 'dn' | 'cuit' | 'service' | 'create';
}

function AuthorisationScreen({ t, alias, cuit, mark }: AuthorisationScreenProps) {
  const reached = ['dn', 'cuit', 'service', 'create'].indexOf(mark);
  return (
    <>
      <MockBar t={t} title={t.portal.createAuthorisationForm} />
      <div className="mock-body">
        <MockField label={t.portal.dnToAuthorise} value={alias} kind="list" mark={mark === 'dn'} />
        <MockField
          label={t.portal.representedCuit}
          value={reached >= 1 ? cuit : undefined}
          mark={mark === 'cuit'}
        />
        <MockField
          label={t.portal.serviceToAccess}
          value={reached >= 2 ? t.portal.wsfeOption : undefined}
          kind="list"
          mark={mark === 'service'}
        />
        <MockButton mark={mark === 'create'}>{t.portal.createAccess}</MockButton>
      </div>
    </>
  );
}
