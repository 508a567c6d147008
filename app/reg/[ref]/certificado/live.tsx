import { isCompany } from '#lib/documents/cuit.ts';
import { Icon } from '../_parts/icon.tsx';
import { Instruction, Instructions, More } from '../_parts/instruction.tsx';
import { HomeScreen } from '../_parts/mock/screens.tsx';
import { MockBar, MockBlur, MockButton, MockField, MockLines } from '../_parts/mock/window.tsx';
import { CopyText, CopyValue, PortalLink, requestFileName } from '../_parts/portal.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

export function LiveInstructions({ registration, basePath, t, portalAddress }: StepProps) {
  const { supplier, request } = registration;
  const { alias } = request;
  const fileName = requestFileName(supplier.cuit);
  const service = t.portal.certificateAdministration;
  return (
    <Instructions>
      <Instruction t={t} text="certificate.downloadRequest" values={{ fileName }}>
        <p>
          <a className="button button-second" href={`${basePath}/pedido`} download={fileName}>
            <Icon name="file" />
            {t('certificate.requestFile')}
          </a>
        </p>
        <More summary={t('certificate.csrShow')}>
          <CopyText label={t('certificate.csrLabel')} value={request.csr} t={t} />
        </More>
      </Instruction>
      <Instruction
        t={t}
        text="certificate.open"
        values={{ service }}
        screen={<HomeScreen t={t} service={service} />}
      >
        <PortalLink href={portalAddress ?? t.portal.loginAddress} t={t}>
          {t('act.login')}
        </PortalLink>
        <p className="hint">{t('act.sameSession')}</p>
      </Instruction>
      <Instruction
        t={t}
        text={isCompany(supplier.cuit) ? 'certificate.chooseTaxpayer' : 'certificate.choosePerson'}
        values={{ name: supplier.name }}
        screen={<TaxpayerScreen t={t} name={supplier.name} title={service} />}
      />
      <Instruction t={t} text="certificate.addAlias" screen={<AliasListScreen t={t} mark="add" />} />
      <Instruction
        t={t}
        text="certificate.aliasLive"
        screen={<AliasFormScreen t={t} alias={alias} fileName={fileName} mark="alias" />}
      >
        <CopyValue label={t('certificate.aliasLabel')} value={alias} t={t} />
      </Instruction>
      <Instruction
        t={t}
        text="certificate.browse"
        values={{ fileName }}
        screen={<AliasFormScreen t={t} alias={alias} fileName={fileName} mark="file" />}
      />
      <Instruction
        t={t}
        text="certificate.view"
        values={{ alias }}
        screen={<AliasListScreen t={t} alias={alias} mark="view" />}
      />
      <Instruction t={t} text="certificate.download" screen={<CertificateScreen t={t} alias={alias} />} />
    </Instructions>
  );
}

function TaxpayerScreen({ name, title, t }: { name: string; title: string; t: Texts }) {
  return (
    <>
      <MockBar t={t} title={title} />
      <div className="mock-body">
        <div className="mock-field">
          <span>{t.portal.taxpayer}</span>
          <MockLines lines={[{ text: '• • • •' }, { text: name, mark: true }]} />
        </div>
      </div>
    </>
  );
}

interface AliasFormScreenProps {
  t: Texts;
  alias: string;
  fileName: string;
  mark: 'alias' | 'file';
}

function AliasFormScreen({ t, alias, fileName, mark }: AliasFormScreenProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.addAlias} />
      <div className="mock-body">
        <MockField label={t.portal.aliasField} value={alias} mark={mark === 'alias'} />
        <div className="mock-row">
          <MockButton mark={mark === 'file'}>{t.portal.browse}</MockButton>
          {mark === 'file' && <span className="mock-file">{fileName}</span>}
        </div>
        <MockButton>{t.portal.addAlias}</MockButton>
      </div>
    </>
  );
}

interface AliasListScreenProps {
  t: Texts;
  alias?: string;
  mark: 'add' | 'view';
}

function AliasListScreen({ t, alias, mark }: AliasListScreenProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.certificateAdministration} />
      <div className="mock-body">
        <MockButton mark={mark === 'add'}>{t.portal.addAlias}</MockButton>
        {alias === undefined ? (
          <MockBlur />
        ) : (
          <div className="mock-row mock-between">
            <code>{alias}</code>
            <MockButton mark={mark === 'view'}>{t.portal.view}</MockButton>
          </div>
        )}
      </div>
    </>
  );
}

function CertificateScreen({ alias, t }: { alias: string; t: Texts }) {
  return (
    <>
      <MockBar t={t} title={alias} />
      <div className="mock-body">
        <div className="mock-cells">
          <span>{t.portal.serialNumber}</span>
          <span>42d9aa44…</span>
          <span>{t.portal.status}</span>
          <span>{t.portal.valid}</span>
        </div>
        <MockButton mark>↓ {t.portal.download}</MockButton>
      </div>
    </>
  );
}
