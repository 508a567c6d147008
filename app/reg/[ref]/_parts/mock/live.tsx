import type { Texts } from '../texts.tsx';
import { MockBar, MockBlur, MockButton, MockField, MockLines } from './window.tsx';

export function TaxpayerScreen({ name, title, t }: { name: string; title: string; t: Texts }) {
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

export function AliasFormScreen({ t, alias, fileName, mark }: AliasFormScreenProps) {
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

export function AliasListScreen({ t, alias, mark }: AliasListScreenProps) {
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

export function CertificateScreen({ alias, t }: { alias: string; t: Texts }) {
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

export function PointsListScreen({ t, mark }: { t: Texts; mark: 'abm' | 'add' }) {
  return (
    <>
      <MockBar t={t} title={mark === 'abm' ? t.portal.pointsAdministration : t.portal.abm} />
      <div className="mock-body">
        <MockButton mark>{mark === 'abm' ? t.portal.abm : t.portal.addPoint}</MockButton>
        <MockBlur />
      </div>
    </>
  );
}

interface PointFormScreenProps {
  t: Texts;
  mark: 'number' | 'system' | 'accept';
  /** The choice for the taxpayer's classification; without it, all that may apply. */
  options: string[];
}

export function PointFormScreen({ t, mark, options }: PointFormScreenProps) {
  const chosen = options.length === 1 ? options[0] : undefined;
  const open = mark === 'system' && chosen === undefined;
  return (
    <>
      <MockBar t={t} title={t.portal.abm} />
      <div className="mock-body">
        <MockField label={t.portal.pointNumber} value="5" mark={mark === 'number'} />
        <MockField
          label={t.portal.system}
          value={mark === 'number' ? undefined : chosen}
          kind="list"
          mark={mark === 'system'}
        />
        {open && <MockLines lines={options.map((text) => ({ text }))} />}
        {mark === 'accept' && <MockField label={t.portal.addressField} value="• • • •" kind="list" />}
        {mark === 'accept' && <MockButton mark>{t.portal.accept}</MockButton>}
      </div>
    </>
  );
}
