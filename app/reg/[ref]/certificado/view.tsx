import { formatDayAndTime } from '#lib/i18n.ts';
import { actsForAnother, type Card, Cards, homeCard, taxpayerValues } from '../_parts/cards.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import {
  MockBar,
  MockButton,
  MockField,
  MockLines,
  MockSpreadRow,
  taxpayerLines,
  WsassMenuScreen,
} from '../_parts/mock.tsx';
import { CopyText, CopyValue, RequestDownload, requestFileName } from '../_parts/portal.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { Icon } from '../_parts/tools.tsx';

export const certificateCards = (props: StepProps) =>
  props.registration.environment === 'sandbox' ? sandboxCards(props) : liveCards(props);

interface CertificateStepProps extends StepProps {
  hasNewAlias?: true | undefined;
}

export function CertificateStep(props: CertificateStepProps) {
  const { registration, basePath, t, hasNewAlias } = props;
  const { environment, intent, request } = registration;
  const sandbox = environment === 'sandbox';
  const lead = sandbox ? 'certificate.leadSandbox' : 'certificate.leadLive';
  const path = `${basePath}/certificado`;
  return (
    <StepPage
      props={props}
      slug="certificado"
      heading={t('certificate.heading')}
      lead={t(intent === 'renew' ? 'certificate.leadRenew' : lead)}
    >
      {hasNewAlias && (
        <div className="notice notice-good" role="status">
          <h2>
            <Icon name="check" />
            <span>{t.rich('certificate.newAlias', { alias: request.alias })}</span>
          </h2>
          <p>{t('certificate.newAliasText', { environment })}</p>
        </div>
      )}
      <Cards props={props} slug="certificado" cards={certificateCards(props)}>
        <StepForm action={path} intent="continue">
          {t('certificate.done')}
        </StepForm>
      </Cards>
    </StepPage>
  );
}

/** A first certificate gets a new alias; a renewal is added to the authorized alias. */
function liveCards(props: StepProps): Card[] {
  const { registration, t, shortcuts } = props;
  const { supplier, request, intent } = registration;
  const renews = intent === 'renew';
  const values = { ...taxpayerValues(props), alias: request.alias, fileName: requestFileName(registration) };
  const service = t.portal.certificateAdministration;
  const steps: Card[] = renews
    ? [viewCard(t, values), renewCard(t, values)]
    : [addAliasCard(t, values), aliasFormCard(props, values), viewCard(t, values)];
  return [
    requestCard(props, values),
    homeCard(props, {
      id: 'abrir',
      service,
      help: [
        ...(renews ? [] : (['cards.home.notListed'] as const)),
        'cards.home.again',
        'cards.home.level',
        'cards.home.acceptance',
      ],
      shortcut: shortcuts?.certificates,
    }),
    {
      id: 'contribuyente',
      title: 'cards.taxpayer.title',
      taps: ['cards.taxpayer.tap'],
      values,
      help: [
        ...(renews ? [] : (['cards.taxpayer.missing'] as const)),
        ...(actsForAnother(props) ? (['cards.relation.missing'] as const) : []),
      ],
      screen: (
        <>
          <MockBar t={t} title={service} />
          <div className="mock-body">
            <div className="mock-field">
              <span>{t.portal.chooseTaxpayer}</span>
              <MockLines lines={taxpayerLines(supplier, true, t)} />
            </div>
          </div>
        </>
      ),
    },
    ...steps,
    {
      id: 'descargar',
      title: 'cards.download.title',
      taps: ['cards.download.tap'],
      values,
      trap: 'cards.download.trap',
      more: <p>{t.rich('cards.download.keep')}</p>,
      screen: <CertificateScreen t={t} alias={request.alias} />,
    },
  ];
}

type Values = Record<'alias' | 'fileName', string> & Record<string, string>;

function requestCard({ registration, basePath, t }: StepProps, values: Values): Card {
  return {
    id: 'solicitud',
    title: 'cards.request.title',
    taps: ['cards.request.tap'],
    values,
    startsHere: true,
    more: (
      <>
        <RequestDownload registration={registration} basePath={basePath} t={t} />
        <p className="hint">{t.rich('cards.request.name', values)}</p>
        <More summary={t('certificate.csrShow')}>
          <CopyText label={t('certificate.csrLabel')} value={registration.request.csr} t={t} />
        </More>
        <More summary={t('glossary.csr')}>
          <p>{t('glossary.csrText')}</p>
        </More>
      </>
    ),
  };
}

const addAliasCard = (t: Texts, values: Values): Card => ({
  id: 'agregar',
  title: 'cards.aliases.title',
  taps: ['cards.aliases.tap'],
  values,
  screen: (
    <>
      <MockBar t={t} title={t.portal.certificateAdministration} />
      <div className="mock-body">
        <MockField label={t.portal.taxpayer} kind="fixed" value={values.name} />
        <MockButton mark>{t.portal.addAlias}</MockButton>
      </div>
    </>
  ),
});

const aliasFormCard = (props: StepProps, values: Values): Card => ({
  id: 'formulario',
  title: 'cards.aliasForm.title',
  taps: ['cards.aliasForm.alias', 'cards.aliasForm.file', 'cards.aliasForm.add'],
  values,
  help: ['cards.aliasForm.browser'],
  belowTaps: {
    'cards.aliasForm.alias': (
      <CopyValue label={props.t('certificate.aliasLabel')} value={values.alias} t={props.t} />
    ),
  },
  trouble: <RequestTrouble {...props} />,
  screen: (
    <>
      <MockBar t={props.t} title={props.t.portal.addAlias} />
      <div className="mock-body">
        <MockField label={props.t.portal.aliasField} value={values.alias} mark={1} />
        <RequestFile t={props.t} fileName={values.fileName} mark={2} />
        <MockButton mark={3}>{props.t.portal.addAlias}</MockButton>
      </div>
    </>
  ),
});

const viewCard = (t: Texts, values: Values): Card => ({
  id: 'ver',
  title: 'cards.aliasView.title',
  taps: ['cards.aliasView.tap'],
  values,
  screen: (
    <>
      <MockBar t={t} title={t.portal.certificateAdministration} />
      <div className="mock-body">
        <MockSpreadRow>
          <code>{values.alias}</code>
          <MockButton mark>{t.portal.view}</MockButton>
        </MockSpreadRow>
      </div>
    </>
  ),
});

const renewCard = (t: Texts, values: Values): Card => ({
  id: 'renovar',
  title: 'cards.renewAdd.title',
  taps: ['cards.renewAdd.tap', 'cards.renewAdd.file'],
  values,
  screen: (
    <>
      <MockBar t={t} title={values.alias} />
      <div className="mock-body">
        <MockButton mark={1}>{t.portal.addCertificate}</MockButton>
        <RequestFile t={t} fileName={values.fileName} mark={2} />
      </div>
    </>
  ),
});

function RequestFile({ t, fileName, mark }: { t: Texts; fileName: string; mark: number }) {
  return (
    <div className="mock-field">
      <span>{t.portal.requestFileField}</span>
      <div className="mock-row">
        <MockButton mark={mark}>{t.portal.browse}</MockButton>
        <span className="mock-file">{fileName}</span>
      </div>
    </div>
  );
}

/**
 * The certificate on a phone: the right button is off screen to the right, and the visible one asks for the
 * request.
 */
function CertificateScreen({ alias, t }: { alias: string; t: Texts }) {
  const { serialNumber, expiryDate, status, valid, download, addCertificate } = t.portal;
  return (
    <>
      <MockBar t={t} title={alias} />
      <div className="mock-body">
        <span className="mock-button mock-struck">{addCertificate}</span>
        <div className="mock-slide">
          <span>{serialNumber}</span>
          <span>{expiryDate}</span>
          <span>{status}</span>
          <span />
          <span>42d9aa44…</span>
          <span>11/2028</span>
          <span>{valid}</span>
          <MockButton mark>{download}</MockButton>
        </div>
        <span className="mock-arrow" />
      </div>
    </>
  );
}

function sandboxCards(props: StepProps): Card[] {
  const { registration, basePath, t, shortcuts } = props;
  const { request, intent } = registration;
  const { alias, csr } = request;
  const renews = intent === 'renew';
  const host = t.portal.wsassHost;
  return [
    homeCard(props, {
      id: 'abrir',
      service: t.portal.wsass,
      help: [...(renews ? [] : (['cards.home.notListed'] as const)), 'cards.home.again', 'cards.home.person'],
      shortcut: shortcuts?.wsass,
    }),
    {
      id: 'menu',
      title: 'cards.wsassMenu.title',
      taps: [renews ? 'cards.wsassMenu.renew' : 'cards.wsassMenu.new'],
      host,
      screen: <WsassMenuScreen t={t} item={renews ? 'addToAlias' : 'newCertificate'} />,
    },
    {
      id: 'formulario',
      title: 'cards.wsassForm.title',
      taps: [
        renews ? 'cards.wsassForm.renewAlias' : 'cards.wsassForm.alias',
        'cards.wsassForm.csr',
        renews ? 'cards.wsassForm.renewCreate' : 'cards.wsassForm.create',
      ],
      values: { alias },
      belowTaps: {
        'cards.wsassForm.alias': <CopyValue label={t('certificate.aliasLabel')} value={alias} t={t} />,
        'cards.wsassForm.csr': <CopyText label={t('certificate.csrLabel')} value={csr} t={t} />,
      },
      more: (
        <>
          <RequestDownload registration={registration} basePath={basePath} t={t} weight="link" />
          <More summary={t('glossary.csr')}>
            <p>{t('glossary.csrText')}</p>
          </More>
        </>
      ),
      trouble: <RequestTrouble {...props} />,
      host,
      screen: <CertificateForm t={t} alias={alias} button={renews ? 'createAdditional' : 'createDn'} />,
    },
    {
      id: 'resultado',
      title: 'cards.result.title',
      taps: ['cards.result.tap'],
      trap: 'cards.result.trap',
      trouble: <ResultClosed {...props} />,
      host,
      screen: <ResultScreen t={t} />,
    },
  ];
}

interface CertificateFormProps {
  t: Texts;
  alias: string;
  button: 'createDn' | 'createAdditional';
}

function CertificateForm({ t, alias, button }: CertificateFormProps) {
  const { dnName, taxpayerCuit, csrField, createDnForm, createAdditional } = t.portal;
  return (
    <>
      <MockBar t={t} title={button === 'createDn' ? createDnForm : createAdditional} />
      <div className="mock-body">
        <MockField label={dnName} value={alias} kind={button === 'createDn' ? 'text' : 'dropdown'} mark={1} />
        <MockField label={taxpayerCuit} value={t('card.yourCuit')} kind="fixed" />
        <MockField
          label={csrField}
          value={'-----BEGIN CERTIFICATE REQUEST-----\nMIIC…'}
          kind="multiline"
          mark={2}
        />
        <MockButton mark={3}>{t.portal[button]}</MockButton>
      </div>
    </>
  );
}

function ResultScreen({ t }: { t: Texts }) {
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIDSzCCAjOgAwIBAgIIK…\n-----END CERTIFICATE-----';
  return (
    <>
      <MockBar t={t} title={t.portal.newCertificate} />
      <div className="mock-body">
        <MockField label={t.portal.result} value={certificate} kind="multiline" mark />
      </div>
    </>
  );
}

/** Messages that the portal may show about the alias or the request, each with a remedy. */
function RequestTrouble({ registration, basePath, t }: StepProps) {
  const { environment, intent, request } = registration;
  const sandbox = environment === 'sandbox';
  return (
    <>
      {intent === 'register' && (
        <More summary={t('certificate.aliasTaken')}>
          <p>{t('certificate.aliasTakenText')}</p>
          <p className="hint">
            {t('certificate.requestDate', { date: formatDayAndTime(request.createdAt) })}
          </p>
          <AnotherAlias basePath={basePath} t={t} />
        </More>
      )}
      <More summary={t('certificate.requestInvalid')}>
        <p>{t(sandbox ? 'certificate.requestInvalidSandbox' : 'certificate.requestInvalidLive')}</p>
      </More>
    </>
  );
}

/** The sandbox shows a certificate only once. A person who closed that screen starts again with another alias. */
export function ResultClosed({ registration, basePath, t }: StepProps) {
  return (
    <More summary={t('upload.lost', { environment: registration.environment })}>
      <p>{t.rich('upload.lostSandbox')}</p>
      {registration.intent === 'register' && <AnotherAlias basePath={basePath} t={t} />}
    </More>
  );
}

/**
 * Button for another alias with its own request, for suppliers who cannot use the first one or lost its
 * certificate.
 */
function AnotherAlias({ basePath, t }: Pick<StepProps, 'basePath' | 't'>) {
  return (
    <StepForm action={`${basePath}/certificado`} intent="start-again" weight="second">
      {t('certificate.startAgain')}
    </StepForm>
  );
}
