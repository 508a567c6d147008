import { Act, Acts, More, PortalLink } from '../_parts/act.tsx';
import { CopyText, CopyValue } from '../_parts/copy-value.tsx';
import { Icon } from '../_parts/icon.tsx';
import { AliasFormScreen, AliasListScreen, CertificateScreen, TaxpayerScreen } from '../_parts/mock/live.tsx';
import { HomeScreen } from '../_parts/mock/screens.tsx';
import type { StepProps } from '../_parts/step-props.ts';
import { isCompany, requestFileName } from '../_parts/taxpayer.ts';

export function LiveCertificateActs({ registration, basePath, t, portalAddress }: StepProps) {
  const { supplier, request } = registration;
  const { alias } = request;
  const fileName = requestFileName(supplier.cuit);
  const service = t.portal.certificateAdministration;
  return (
    <Acts>
      <Act t={t} text="certificate.downloadRequest" values={{ fileName }}>
        <p>
          <a className="button button-second" href={`${basePath}/pedido`} download={fileName}>
            <Icon name="file" />
            {t('certificate.requestFile')}
          </a>
        </p>
        <More summary={t('certificate.csrShow')}>
          <CopyText label={t('certificate.csrLabel')} value={request.csr} t={t} />
        </More>
      </Act>
      <Act t={t} text="certificate.open" values={{ service }} screen={<HomeScreen t={t} service={service} />}>
        <PortalLink href={portalAddress ?? t.portal.loginAddress} t={t}>
          {t('act.login')}
        </PortalLink>
        <p className="hint">{t('act.sameSession')}</p>
      </Act>
      <Act
        t={t}
        text={isCompany(supplier.cuit) ? 'certificate.chooseTaxpayer' : 'certificate.choosePerson'}
        values={{ name: supplier.name }}
        screen={<TaxpayerScreen t={t} name={supplier.name} title={service} />}
      />
      <Act t={t} text="certificate.addAlias" screen={<AliasListScreen t={t} mark="add" />} />
      <Act
        t={t}
        text="certificate.aliasLive"
        screen={<AliasFormScreen t={t} alias={alias} fileName={fileName} mark="alias" />}
      >
        <CopyValue label={t('certificate.aliasLabel')} value={alias} t={t} />
      </Act>
      <Act
        t={t}
        text="certificate.browse"
        values={{ fileName }}
        screen={<AliasFormScreen t={t} alias={alias} fileName={fileName} mark="file" />}
      />
      <Act
        t={t}
        text="certificate.view"
        values={{ alias }}
        screen={<AliasListScreen t={t} alias={alias} mark="view" />}
      />
      <Act t={t} text="certificate.download" screen={<CertificateScreen t={t} alias={alias} />} />
    </Acts>
  );
}
