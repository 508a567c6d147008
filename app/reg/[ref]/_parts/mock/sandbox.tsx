import type { Texts } from '../texts.tsx';
import { MockBar, MockButton, MockField, MockLines } from './window.tsx';

interface WsassMenuScreenProps {
  t: Texts;
  mark: 'newCertificate' | 'createAuthorisation';
}

export function WsassMenuScreen({ t, mark }: WsassMenuScreenProps) {
  const items = [
    'menuServices',
    'certificates',
    'newCertificate',
    'createAuthorisation',
    'deleteAuthorisation',
    'authorisations',
  ] as const;
  return (
    <>
      <MockBar t={t} title={t.portal.wsassShort} />
      <div className="mock-body">
        <MockLines lines={items.map((item) => ({ text: t.portal[item], mark: item === mark }))} />
      </div>
    </>
  );
}

interface NewCertificateScreenProps {
  t: Texts;
  alias: string;
  mark: 'alias' | 'csr' | 'create';
}

/** Filled in as far as the person should be at this act. */
export function NewCertificateScreen({ t, alias, mark }: NewCertificateScreenProps) {
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

export function ResultScreen({ t }: { t: Texts }) {
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

interface AuthorisationScreenProps {
  t: Texts;
  alias: string;
  cuit: string;
  mark: 'dn' | 'cuit' | 'service' | 'create';
}

export function AuthorisationScreen({ t, alias, cuit, mark }: AuthorisationScreenProps) {
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
