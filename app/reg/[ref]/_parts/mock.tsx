import type { ReactNode } from 'react';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Texts } from './texts.tsx';

export function LoginDrawing({ t }: { t: Texts }) {
  return (
    <>
      <MockBar t={t} title={t.portal.keyLogin} />
      <div className="mock-body">
        <div className="mock-row">
          <MockField label={t.portal.cuitOrCuil} value={t('card.yourCuit')} />
          <MockButton mark>{t.portal.next}</MockButton>
        </div>
        <div className="mock-row">
          <MockField label={t.portal.keyField} value="••••••••" />
          <MockButton mark>{t.portal.signIn}</MockButton>
        </div>
      </div>
    </>
  );
}

/** The portal's home after the login: the search box and a grid of services, in which the one to open is marked. */
export function HomeDrawing({ service, t }: { service: string; t: Texts }) {
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

/** The portal's list of taxpayers to act for: the person themselves and the one they represent. */
export const taxpayerLines = (taxpayer: Taxpayer, t: Texts) => [
  { key: 'self', text: t('card.yourName') },
  { key: 'taxpayer', text: nameWithCuit(taxpayer), mark: true },
];

interface RelationsDrawingProps {
  t: Texts;
  /** The represented taxpayer. Absent if a person acts for themselves. */
  taxpayer?: Taxpayer | undefined;
  button: 'adhereService' | 'newRelation';
}

export function RelationsDrawing({ t, taxpayer, button }: RelationsDrawingProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.relationsManager} />
      <div className="mock-body">
        {taxpayer && (
          <div className="mock-field">
            <span>{t.portal.actingFor}</span>
            <MockLines lines={taxpayerLines(taxpayer, t)} />
          </div>
        )}
        <div className="mock-row">
          {!taxpayer && button === 'newRelation' && <MockButton>{t.portal.adhereService}</MockButton>}
          <MockButton mark>{t.portal[button]}</MockButton>
        </div>
      </div>
    </>
  );
}

interface ServiceTreeDrawingProps {
  t: Texts;
  branch: 'interactiveServices' | 'webServices';
  service: string;
  /** Set if the supplier came by «Nueva Relación», where a search button opens the tree. «Adherir servicio» shows it at once. */
  grantor?: Taxpayer | undefined;
}

export function ServiceTreeDrawing({ t, branch, service, grantor }: ServiceTreeDrawingProps) {
  const { arca, interactiveServices, webServices } = t.portal;
  const chosen = { key: 'service', text: service, depth: 2, mark: true } as const;
  const isWeb = branch === 'webServices';
  return (
    <>
      <MockBar t={t} title={grantor ? t.portal.chooseService : t.portal.adhereService} />
      <div className="mock-body">
        {grantor && (
          <>
            <MockField label={t.portal.grantor} kind="fixed" value={nameWithCuit(grantor)} />
            <div className="mock-row">
              <MockField label={t.portal.serviceField} />
              <MockButton mark>{t.portal.search}</MockButton>
            </div>
          </>
        )}
        <MockLines
          lines={[
            { key: 'arca', text: arca, mark: true },
            { key: 'interactive', text: interactiveServices, depth: 1, mark: !isWeb },
            ...(isWeb ? [] : [chosen]),
            { key: 'web', text: webServices, depth: 1, mark: isWeb },
            ...(isWeb ? [chosen] : []),
          ]}
        />
      </div>
    </>
  );
}

export const nameWithCuit = ({ name, cuit }: Taxpayer) => (
  <>
    {name} <span className="nowrap">[{formatCuit(cuit)}]</span>
  </>
);

interface RelationFormDrawingProps {
  t: Texts;
  service: string;
  grantor: Taxpayer;
  representative: string;
}

/** «Nueva Relación», filled in and ready to confirm. */
export function RelationFormDrawing({ t, service, grantor, representative }: RelationFormDrawingProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.newRelation} />
      <div className="mock-body">
        <MockField label={t.portal.grantor} kind="fixed" value={nameWithCuit(grantor)} />
        <MockField label={t.portal.serviceField} kind="fixed" value={service} />
        <MockField label={t.portal.representative} kind="fixed" value={representative} />
        <MockButton mark>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}

interface WsassMenuDrawingProps {
  t: Texts;
  item: 'newCertificate' | 'createAuthorisation' | 'addToAlias';
}

export function WsassMenuDrawing({ t, item }: WsassMenuDrawingProps) {
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
            mark: each === item,
          }))}
        />
      </div>
    </>
  );
}

interface MockProps {
  t: Texts;
  host: string;
  /** The picture's text alternative: the instruction it illustrates. */
  instruction: string;
  children: ReactNode;
}

/**
 * A drawn browser window. It is text, so it reflows and grows with the reader's font, but screen readers see
 * one picture.
 */
export function Mock({ t, host, instruction, children }: MockProps) {
  return (
    <figure className="mock">
      <div className="mock-window" role="img" aria-label={t('frame.illustrationAlt', { instruction })}>
        <div className="mock-chrome">
          <i />
          <i />
          <i />
          <span>{host}</span>
        </div>
        <div className="mock-screen">{children}</div>
      </div>
    </figure>
  );
}

/** Whether to tap here. The marks of a card are numbered by the stylesheet, like the sentences beside them. */
interface Marked {
  mark?: boolean | undefined;
}

const classOf = (base: string, mark: boolean | undefined) => (mark ? `${base} mock-mark` : base);

function MarkNumber({ mark }: Marked) {
  return mark ? <b className="mock-number" /> : null;
}

export function MockBar({ title, t, children }: { title?: string; t: Texts; children?: ReactNode }) {
  return (
    <div className="mock-bar">
      <b>{t.portal.authority}</b>
      {title && <span>{title}</span>}
      {children}
    </div>
  );
}

export function MockButton({ children, mark }: Marked & { children: ReactNode }) {
  return (
    <span className={classOf('mock-button', mark)}>
      {children}
      <MarkNumber mark={mark} />
    </span>
  );
}

interface MockFieldProps extends Marked {
  label: string;
  value?: ReactNode;
  kind?: 'text' | 'dropdown' | 'multiline' | 'fixed';
}

/** `fixed`: grey, because the portal fills it in and it cannot be edited. */
export function MockField({ label, value, kind = 'text', mark }: MockFieldProps) {
  return (
    <div className="mock-field">
      <span>{label}</span>
      <span className={classOf(`mock-input mock-${kind}`, mark)}>
        {value ?? ' '}
        <MarkNumber mark={mark} />
      </span>
    </div>
  );
}

export function MockSpreadRow({ children }: { children: ReactNode }) {
  return <div className="mock-row mock-between">{children}</div>;
}

export function MockNotice({ children }: { children: ReactNode }) {
  return <p className="mock-notice">{children}</p>;
}

/** Blurred lines in place of parts of the real screen that do not matter here. */
export function MockBlur({ lines = 2 }: { lines?: 1 | 2 | 3 }) {
  return (
    <span className="mock-blur">
      <s />
      {lines > 1 && <s />}
      {lines > 2 && <s />}
    </span>
  );
}

interface MockLine extends Marked {
  text: ReactNode;
  key: string;
  depth?: 0 | 1 | 2;
}

/** A list; a line's depth is its level in a tree. */
export function MockLines({ lines }: { lines: MockLine[] }) {
  return (
    <div className="mock-lines">
      {lines.map(({ text, key, depth = 0, mark }) => (
        <span key={key} className={classOf(`mock-depth-${depth}`, mark)}>
          {text}
          <MarkNumber mark={mark} />
        </span>
      ))}
    </div>
  );
}
