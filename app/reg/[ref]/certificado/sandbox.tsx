import { Icon } from '../_parts/icon.tsx';
import { Instruction, Instructions } from '../_parts/instruction.tsx';
import { HomeScreen, WsassMenuScreen } from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField } from '../_parts/mock/window.tsx';
import { CopyText, CopyValue, PortalLink, requestFileName } from '../_parts/portal.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

export function SandboxInstructions({ registration, basePath, t, portalAddress }: StepProps) {
  const { alias, csr } = registration.request;
  const host = t.portal.wsassHost;
  const fileName = requestFileName(registration.supplier.cuit);
  return (
    <Instructions>
      <Instruction
        t={t}
        text="certificate.open"
        values={{ service: t.portal.wsass }}
        screen={<HomeScreen t={t} service={t.portal.wsass} />}
      >
        <PortalLink href={portalAddress ?? t.portal.wsassAddress} t={t}>
          {t('act.wsass')}
        </PortalLink>
        <p className="hint">{t('act.sameSession')}</p>
      </Instruction>
      <Instruction
        t={t}
        text="certificate.newCertificate"
        host={host}
        screen={<WsassMenuScreen t={t} mark="newCertificate" />}
      />
      <Instruction
        t={t}
        text="certificate.aliasSandbox"
        host={host}
        screen={<NewCertificateScreen t={t} alias={alias} mark="alias" />}
      >
        <CopyValue label={t('certificate.aliasLabel')} value={alias} t={t} />
      </Instruction>
      <Instruction
        t={t}
        text="certificate.csrSandbox"
        host={host}
        screen={<NewCertificateScreen t={t} alias={alias} mark="csr" />}
      >
        <CopyText label={t('certificate.csrLabel')} value={csr} t={t} />
        <p>
          <a href={`${basePath}/pedido`} download={fileName}>
            <Icon name="file" />
            {t('certificate.requestFile')}
          </a>
        </p>
      </Instruction>
      <Instruction
        t={t}
        text="certificate.createSandbox"
        host={host}
        screen={<NewCertificateScreen t={t} alias={alias} mark="create" />}
      />
      <Instruction t={t} text="certificate.result" host={host} screen={<ResultScreen t={t} />} />
    </Instructions>
  );
}

interface NewCertificateScreenProps {
  t: Texts;
  alias: string;
  mark: 'alias' | 'csr' | 'create';
}

/** Filled in as far as the person should be at this act. */
function NewCertificateScreen({ t, alias, mark }: NewCertificateScreenProps) {
  const request = mark === 'alias' ? undefined : '-----BEGIN CERTIFICATE REQUEST-----\nMIIC…';
  return (
    <>
      <MockBar t={t} title={t.portal.createDnForm} />
      <div className="mock-body">
        <MockField label={t.portal.dnName} value={alias} mark={mark === 'alias'} />
        <MockField label={t.portal.taxpayerCuit} value="20•••••6789" />
        <MockField label={t.portal.csrField} value={request} kind="lines" mark={mark === 'csr'} />
        <MockButton mark={mark === 'create'}>{t.portal.createDn}</MockButton>
      </div>
    </>
  );
}

function ResultScreen({ t }: { t: Texts }) {
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIDSzCCAjOgAwIBAgIIK…\n-----END CERTIFICATE-----';
  return (
    <>
      <MockBar t={t} title={t.portal.createDnForm} />
      <div className="mock-body">
        <MockField label={t.portal.result} value={certificate} kind="lines" mark />
      </div>
    </>
  );
}
