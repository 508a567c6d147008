import type { ReactNode } from 'react';
import { invoicingServices } from '#lib/arca/services.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { TextKey } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { actsForAnother, levelOf, taxpayerInPortal, taxpayerValues } from '../_parts/cards.tsx';
import { Document } from '../_parts/document.tsx';
import { aliasInPortal, requestFileName } from '../_parts/portal.tsx';
import { addressOf, endOf, Frame, Help, QrCode, type StepProps } from '../_parts/step-page.tsx';
import { delegateOf } from '../delegar/view.tsx';
import { delegates, nextPath, type StepSlug, stepsOf } from '../flow.ts';
import { certificateServiceOf } from '../habilitar/view.tsx';
import { classificationsFor, optionOf } from '../puntos-de-venta/view.tsx';

/** All steps on one page of paper: what to do, what to choose and what to bring back, with a box to tick for each. */
export function PrintedSheet(props: StepProps) {
  const { registration, basePath, t } = props;
  const { environment, accountHolder, link } = registration;
  const heading = t('sheet.heading');
  const url = addressOf(props);
  return (
    <Document t={t} title={t('frame.title', { heading, environment })} colour={accountHolder.colour}>
      <Frame props={props} page={undefined} back={nextPath(registration)} />
      <div className="sheet">
        <main id="contenido" className="paper">
          <div className="paper-head">
            <div>
              <h1>{heading}</h1>
              <p className="lead">{t('sheet.lead', { holder: accountHolder.name })}</p>
            </div>
            <QrCode value={url} label={t('goOn.code')} />
          </div>
          <div className="print-acts no-print">
            <div data-print="" />
            <p>
              <a href={`${basePath}/guia`}>{t('frame.wholeGuide')}</a>
            </p>
          </div>
          <dl className="paper-values">
            {valuesOf(props).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <StepTable {...props} />
          <p className="small">
            {t('frame.neverAsk')} {t('frame.neverAskMore')}
          </p>
          <p className="small only-print">
            {t('guide.link', { url })} {endOf(link, t, props.now)}
          </p>
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} link={link} now={props.now} />
    </Document>
  );
}

/** Values typed or looked for in the portal more than once. */
function valuesOf(props: StepProps): [label: string, value: ReactNode][] {
  const { registration, t } = props;
  const { name, cuit } = taxpayerInPortal(props);
  const taxpayer: [string, ReactNode][] = [
    [t('sheet.name'), name],
    [t('frame.cuit'), <code key="cuit">{formatCuit(cuit)}</code>],
  ];
  if (delegates(registration)) {
    const delegate = delegateOf(props);
    return [
      ...taxpayer,
      [t('sheet.delegate'), delegate.name],
      [
        t('cards.delegate.label', { delegate: delegate.name }),
        <code key="delegate">{formatCuit(delegate.cuit)}</code>,
      ],
    ];
  }
  return [
    ...taxpayer,
    [t('certificate.aliasLabel'), <code key="alias">{aliasInPortal(registration)}</code>],
    [t('sheet.file'), <code key="file">{requestFileName(registration)}</code>],
  ];
}

function StepTable(props: StepProps) {
  const { registration, t } = props;
  return (
    <table className="paper-steps">
      <thead>
        <tr>
          <th scope="col">{t('sheet.step')}</th>
          <th scope="col">{t('sheet.do')}</th>
          <th scope="col">{t('sheet.choose')}</th>
          <th scope="col">{t('sheet.bring')}</th>
        </tr>
      </thead>
      <tbody>
        {stepsOf(registration).map((slug, index) => {
          const row = rowOf[slug](props);
          return (
            <tr key={slug}>
              <th scope="row">
                <span className="tick-box" aria-hidden="true" />
                {index + 1}. {t(`steps.${slug}`)}
              </th>
              <td>
                <Lines lines={row.does} props={props} />
              </td>
              <td>
                <Lines lines={row.chooses} props={props} />
              </td>
              <td>
                <Lines lines={row.brings} props={props} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Line = TextKey | { key: TextKey; values: Record<string, string> };

interface Row {
  does: Line[];
  chooses: Line[];
  brings: Line[];
}

function Lines({ lines, props }: { lines: Line[]; props: StepProps }) {
  const { t, registration } = props;
  const known = {
    ...taxpayerValues(props),
    alias: aliasInPortal(registration),
    fileName: requestFileName(registration),
    level: levelOf(props),
  };
  return (
    <>
      {lines.map((line, index) => {
        const { key, values } = typeof line === 'string' ? { key: line, values: {} } : line;
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and a line may occur twice
        return <p key={index}>{t.rich(key, { ...known, ...values })}</p>;
      })}
    </>
  );
}

const rowOf: Record<StepSlug, (props: StepProps) => Row> = {
  datos: () => ({ does: ['sheet.details'], chooses: [], brings: [] }),
  delegar: (props) => ({
    does: ['sheet.login', 'sheet.relations'],
    chooses: [
      ...newRelation(props),
      ...serviceLines(props, 'sheet.webService'),
      { key: 'sheet.delegateCuit', values: { delegateCuit: formatCuit(delegateOf(props).cuit) } },
      'sheet.confirmTwice',
      ...ifSeveral(props, 'sheet.oneEach'),
    ],
    brings: ['sheet.delegated'],
  }),
  habilitar: (props) => {
    const interactive: Line = { key: 'sheet.interactive', values: { service: certificateServiceOf(props) } };
    return {
      does: ['sheet.login', 'sheet.relations'],
      chooses: actsForAnother(props)
        ? [...newRelation(props), interactive, 'sheet.yourCuit', 'sheet.confirmTwice']
        : ['sheet.adhere', interactive, 'sheet.confirm'],
      brings: ['sheet.signOut'],
    };
  },
  certificado: ({ registration: { environment, intent } }) => certificateRows[environment][intent],
  subir: ({ registration: { environment } }) =>
    environment === 'sandbox'
      ? { does: ['sheet.paste'], chooses: [], brings: [] }
      : {
          does: ['sheet.certificates'],
          chooses: ['sheet.viewAlias', 'sheet.download'],
          brings: ['sheet.upload'],
        },
  autorizar: (props) =>
    props.registration.environment === 'sandbox'
      ? {
          does: ['sheet.wsass'],
          chooses: [
            'sheet.createAuthorisation',
            'sheet.dn',
            'sheet.represented',
            ...serviceLines(props, 'sheet.wsassService'),
            'sheet.createAccess',
            ...ifSeveral(props, 'sheet.oneEachWsass'),
          ],
          brings: ['sheet.check'],
        }
      : {
          does: ['sheet.relations'],
          chooses: [
            ...newRelation(props),
            ...serviceLines(props, 'sheet.webService'),
            'sheet.computer',
            'sheet.confirmTwice',
            ...ifSeveral(props, 'sheet.oneEach'),
          ],
          brings: ['sheet.check'],
        },
  'puntos-de-venta': ({ registration: { supplier, services }, t }) => {
    const systems = services.flatMap((service) =>
      service === 'wsfex'
        ? [{ regime: t('sheet.exports'), option: t.portal.optionExports }]
        : classificationsFor(supplier.cuit).map((each) => ({
            regime: t(`points.${each}`),
            option: t.portal[optionOf[each]],
          })),
    );
    return {
      does: ['sheet.points'],
      chooses: [
        'sheet.addPoint',
        'sheet.number',
        'sheet.tradeName',
        ...systems.map((values): Line => ({ key: 'sheet.system', values })),
        'sheet.address',
      ],
      brings: ['sheet.check'],
    };
  },
};

const certificateRows: Record<Environment, Record<Registration['intent'], Row>> = {
  live: {
    register: {
      does: ['sheet.request', 'sheet.certificates'],
      chooses: ['sheet.taxpayer', 'sheet.addAlias', 'sheet.alias', 'sheet.requestFile', 'sheet.addAlias'],
      brings: [],
    },
    renew: {
      does: ['sheet.login', 'sheet.request', 'sheet.certificates'],
      chooses: ['sheet.taxpayer', 'sheet.viewAlias', 'sheet.addCertificate', 'sheet.requestFile'],
      brings: [],
    },
  },
  sandbox: {
    register: {
      does: ['sheet.wsass'],
      chooses: ['sheet.newCertificate', 'sheet.dnName', 'sheet.csr', 'sheet.createDn'],
      brings: ['sheet.result'],
    },
    renew: {
      does: ['sheet.login', 'sheet.wsass'],
      chooses: ['sheet.addToAlias', 'sheet.dnName', 'sheet.csr', 'sheet.createAdditional'],
      brings: ['sheet.result'],
    },
  },
};

/** First taps of a relation. The portal asks whom the person acts for only if they represent somebody. */
const newRelation = (props: StepProps): Line[] =>
  actsForAnother(props) ? ['sheet.actingFor', 'sheet.newRelation'] : ['sheet.newRelation'];

/** A line for each service to authorize, by its name in the portal. */
const serviceLines = ({ registration, t }: StepProps, key: TextKey): Line[] =>
  registration.services.map((id) => ({
    key,
    values: { service: t.portal[invoicingServices[id].portalName[registration.environment]] },
  }));

/** Reminder that each service needs an authorization of its own. */
const ifSeveral = ({ registration }: StepProps, key: TextKey): Line[] =>
  registration.services.length > 1 ? [key] : [];
