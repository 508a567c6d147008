import type { Texts } from '../texts.tsx';
import { MockBar, MockBlur, MockButton, MockField, MockLines } from './window.tsx';

/** The portal's home after the login: the search box and a grid of services, one of them the one to open. */
export function HomeScreen({ service, t }: { service: string; t: Texts }) {
  return (
    <>
      <MockBar t={t} />
      <div className="mock-body">
        <MockField label={t.portal.portalSearch} />
        <div className="mock-tiles">
          <MockBlur />
          <MockButton mark>{service}</MockButton>
          <MockBlur />
        </div>
      </div>
    </>
  );
}

interface RelationsScreenProps {
  t: Texts;
  mark: 'actingFor' | 'adhereService' | 'newRelation';
  company?: string | undefined;
}

export function RelationsScreen({ t, mark, company }: RelationsScreenProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.relationsManager} />
      <div className="mock-body">
        {company !== undefined && (
          <MockField label={t.portal.actingFor} value={company} kind="list" mark={mark === 'actingFor'} />
        )}
        <div className="mock-row">
          <MockButton mark={mark === 'adhereService'}>{t.portal.adhereService}</MockButton>
          <MockButton mark={mark === 'newRelation'}>{t.portal.newRelation}</MockButton>
        </div>
        <MockBlur lines={1} />
      </div>
    </>
  );
}

interface ServiceTreeScreenProps {
  t: Texts;
  branch: 'interactiveServices' | 'webServices';
  service: string;
}

export function ServiceTreeScreen({ t, branch, service }: ServiceTreeScreenProps) {
  const { arca, interactiveServices, webServices } = t.portal;
  const chosen = { text: service, depth: 2, mark: true } as const;
  return (
    <>
      <MockBar t={t} title={t.portal.relationsManager} />
      <div className="mock-body">
        <MockLines
          lines={[
            { text: arca },
            { text: interactiveServices, depth: 1 },
            ...(branch === 'interactiveServices' ? [chosen] : []),
            { text: webServices, depth: 1 },
            ...(branch === 'webServices' ? [chosen] : []),
          ]}
        />
      </div>
    </>
  );
}

interface RelationFormScreenProps {
  t: Texts;
  service: string;
  mark: 'search' | 'confirm';
  grantor?: string | undefined;
  representative?: string | undefined;
}

export function RelationFormScreen({ t, service, mark, grantor, representative }: RelationFormScreenProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.newRelation} />
      <div className="mock-body">
        {grantor !== undefined && <MockField label={t.portal.grantor} value={grantor} />}
        <MockField label={t.portal.serviceField} value={service} />
        <div className="mock-row">
          <MockField label={t.portal.representative} value={representative} />
          <MockButton mark={mark === 'search'}>{t.portal.search}</MockButton>
        </div>
        <MockButton mark={mark === 'confirm'}>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}

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
