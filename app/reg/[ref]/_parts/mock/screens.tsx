import { formatCuit } from '#lib/documents/cuit.ts';
import type { Texts } from '../texts.tsx';
import { type Mark, MockBar, MockBlur, MockButton, MockField, MockLines } from './window.tsx';

/** The two screens of the login, one below the other. */
export function LoginScreen({ t }: { t: Texts }) {
  return (
    <>
      <MockBar t={t} title={t.portal.keyLogin} />
      <div className="mock-body">
        <div className="mock-row">
          <MockField label={t.portal.cuitOrCuil} value={t('card.yourCuit')} />
          <MockButton mark={1}>{t.portal.next}</MockButton>
        </div>
        <div className="mock-row">
          <MockField label={t.portal.keyField} value="••••••••" />
          <MockButton mark={2}>{t.portal.signIn}</MockButton>
        </div>
      </div>
    </>
  );
}

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

interface Taxpayer {
  name: string;
  cuit: string;
}

/** The list in which the portal asks for whom: the person's own line, and whom they represent. */
export const taxpayerLines = (taxpayer: Taxpayer, mark: Mark, t: Texts) => [
  { key: 'self', text: t('card.yourName') },
  { key: 'taxpayer', text: titleOf(taxpayer), mark },
];

interface RelationsScreenProps {
  t: Texts;
  /** Who is represented; absent where a person acts for themselves. */
  taxpayer?: Taxpayer | undefined;
  button: 'adhereService' | 'newRelation';
}

export function RelationsScreen({ t, taxpayer, button }: RelationsScreenProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.relationsManager} />
      <div className="mock-body">
        {taxpayer && (
          <div className="mock-field">
            <span>{t.portal.actingFor}</span>
            <MockLines lines={taxpayerLines(taxpayer, 1, t)} />
          </div>
        )}
        <div className="mock-row">
          {!taxpayer && button === 'newRelation' && <MockButton>{t.portal.adhereService}</MockButton>}
          <MockButton mark={taxpayer ? 2 : true}>{t.portal[button]}</MockButton>
        </div>
      </div>
    </>
  );
}

interface ServiceTreeScreenProps {
  t: Texts;
  branch: 'interactiveServices' | 'webServices';
  service: string;
  /** «Nueva Relación» has its tree behind a button, «Adherir servicio» is the tree. */
  searched?: { grantor: Taxpayer } | undefined;
}

export function ServiceTreeScreen({ t, branch, service, searched }: ServiceTreeScreenProps) {
  const { arca, interactiveServices, webServices } = t.portal;
  const first = searched ? 2 : 1;
  const chosen = { key: 'service', text: service, depth: 2, mark: first + 2 } as const;
  const markOf = (each: typeof branch) => (each === branch ? first + 1 : undefined);
  return (
    <>
      <MockBar t={t} title={searched ? t.portal.chooseService : t.portal.adhereService} />
      <div className="mock-body">
        {searched && (
          <>
            <MockField label={t.portal.grantor} kind="fixed" value={titleOf(searched.grantor)} />
            <div className="mock-row">
              <MockField label={t.portal.serviceField} />
              <MockButton mark={1}>{t.portal.search}</MockButton>
            </div>
          </>
        )}
        <MockLines
          lines={[
            { key: 'arca', text: arca, mark: first },
            {
              key: 'interactive',
              text: interactiveServices,
              depth: 1,
              mark: markOf('interactiveServices'),
            },
            ...(branch === 'interactiveServices' ? [chosen] : []),
            { key: 'web', text: webServices, depth: 1, mark: markOf('webServices') },
            ...(branch === 'webServices' ? [chosen] : []),
          ]}
        />
      </div>
    </>
  );
}

export const titleOf = ({ name, cuit }: Taxpayer) => (
  <>
    {name} <span className="nowrap">[{formatCuit(cuit)}]</span>
  </>
);

interface RelationFormScreenProps {
  t: Texts;
  service: string;
  grantor: Taxpayer;
  representative: string;
}

/** «Nueva Relación», filled in: what is left is to confirm. */
export function RelationFormScreen({ t, service, grantor, representative }: RelationFormScreenProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.newRelation} />
      <div className="mock-body">
        <MockField label={t.portal.grantor} kind="fixed" value={titleOf(grantor)} />
        <MockField label={t.portal.serviceField} kind="fixed" value={service} />
        <MockField label={t.portal.representative} kind="fixed" value={representative} />
        <MockButton mark>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}

interface WsassMenuScreenProps {
  t: Texts;
  item: 'newCertificate' | 'createAuthorisation' | 'addToAlias';
}

export function WsassMenuScreen({ t, item }: WsassMenuScreenProps) {
  const items = [
    'menuServices',
    'certificates',
    'newCertificate',
    'createAuthorisation',
    'deleteAuthorisation',
    'authorisations',
    'addToAlias',
  ] as const;
  return (
    <>
      <MockBar t={t} title={t.portal.wsassShort} />
      <div className="mock-body">
        <MockLines
          lines={items.map((each) => ({
            key: each,
            text: t.portal[each],
            mark: each === item ? (true as const) : undefined,
          }))}
        />
      </div>
    </>
  );
}
