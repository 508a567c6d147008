import { formatDayAndTime } from '#lib/i18n.ts';
import {
  actsForAnother,
  Cards,
  homeScreen,
  placeIn,
  type Screen,
  type Trip,
  taxpayerInPortal,
  taxpayerValues,
} from '../_parts/cards.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import {
  MockBar,
  MockButton,
  MockField,
  MockLines,
  MockSpreadRow,
  taxpayerLines,
  WsassMenuDrawing,
} from '../_parts/mock.tsx';
import { CopyText, CopyValue, RequestDownload, requestFileName } from '../_parts/portal.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { Icon } from '../_parts/tools.tsx';

export const certificateTrips = (props: StepProps): Trip[] =>
  props.registration.environment === 'sandbox' ? [sandboxTrip(props)] : [liveTrip(props)];

interface CertificateStepProps extends StepProps {
  hasNewAlias?: true | undefined;
}

export function CertificateStep(props: CertificateStepProps) {
  const { registration, basePath, t, hasNewAlias } = props;
  const { environment, intent, request } = registration;
  const sandbox = environment === 'sandbox';
  const lead = sandbox ? 'certificate.leadSandbox' : 'certificate.leadLive';
  const place = placeIn(props, 'certificado', certificateTrips(props));
  return (
    <StepPage
      props={props}
      slug="certificado"
      heading={t('certificate.heading')}
      place={place}
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
      <Cards props={props} slug="certificado" place={place}>
        <StepForm action={`${basePath}/certificado`} intent="continue">
          {t('certificate.done')}
        </StepForm>
      </Cards>
    </StepPage>
  );
}

/** A first certificate gets a new alias; a renewal is added to the authorized alias. */
function liveTrip(props: StepProps): Trip {
  const { registration, t, shortcuts } = props;
  const { request, intent } = registration;
  const renews = intent === 'renew';
  const values = { ...taxpayerValues(props), alias: request.alias, fileName: requestFileName(registration) };
  const service = t.portal.certificateAdministration;
  const open = homeScreen(props, {
    id: 'abrir',
    service,
    help: [
      ...(renews ? [] : (['cards.home.notListed'] as const)),
      'cards.home.again',
      'cards.home.level',
      'cards.home.acceptance',
    ],
    shortcut: shortcuts?.certificates,
  });
  const taxpayer: Screen = {
    id: 'contribuyente',
    title: 'cards.taxpayer.title',
    taps: ['cards.taxpayer.tap'],
    values,
    help: [
      ...(renews ? [] : (['cards.taxpayer.missing'] as const)),
      ...(actsForAnother(props) ? (['cards.relation.missing'] as const) : []),
    ],
    drawing: (
      <>
        <MockBar t={t} title={service} />
        <div className="mock-body">
          <div className="mock-field">
            <span>{t.portal.chooseTaxpayer}</span>
            <MockLines lines={taxpayerLines(taxpayerInPortal(props), t)} />
          </div>
        </div>
      </>
    ),
  };
  const ask = renews
    ? [viewScreen(t, values), renewScreen(t, values)]
    : [addAliasScreen(t, values), aliasFormScreen(props, values)];
  return {
    title: renews ? 'trips.renew' : 'trips.certificate',
    screens: [requestScreen(props, values, open), open, taxpayer, ...ask],
  };
}

/** The screens that give the certificate, which is brought back and uploaded. */
export function downloadTrip({ registration, t }: StepProps): Trip {
  const values = { alias: registration.request.alias };
  const download: Screen = {
    id: 'descargar',
    title: 'cards.download.title',
    taps: ['cards.download.tap'],
    values,
    trap: 'cards.download.trap',
    more: <p className="hint">{t.rich('cards.download.keep')}</p>,
    drawing: <CertificateDrawing t={t} alias={values.alias} />,
  };
  // A renewal is added on the screen of its alias, where the certificate is then listed.
  return registration.intent === 'renew'
    ? { title: 'cards.download.title', screens: [download] }
    : { title: 'cards.download.title', screens: [viewScreen(t, values), download] };
}

type Values = Record<'name' | 'cuit' | 'alias' | 'fileName', string>;

/** The file to take along, before the screens of the portal. */
const requestScreen = (
  { registration, basePath, t }: StepProps,
  values: Values,
  { link, shortcut }: Screen,
): Screen => ({
  id: 'solicitud',
  title: 'cards.request.title',
  taps: [],
  values,
  ...(link ? { link } : {}),
  shortcut,
  takes: <RequestDownload registration={registration} basePath={basePath} t={t} />,
});

const addAliasScreen = (t: Texts, values: Values): Screen => ({
  id: 'agregar',
  title: 'cards.aliases.title',
  taps: ['cards.aliases.tap'],
  values,
  drawing: (
    <>
      <MockBar t={t} title={t.portal.certificateAdministration} />
      <div className="mock-body">
        <MockField label={t.portal.taxpayer} kind="fixed" value={values.name} />
        <MockButton mark>{t.portal.addAlias}</MockButton>
      </div>
    </>
  ),
});

const aliasFormScreen = (props: StepProps, values: Values): Screen => ({
  id: 'formulario',
  title: 'cards.aliasForm.title',
  taps: ['cards.aliasForm.alias', 'cards.aliasForm.file', 'cards.aliasForm.add'],
  values,
  help: ['cards.aliasForm.browser'],
  takes: <CopyValue label={props.t('certificate.aliasLabel')} value={values.alias} t={props.t} />,
  trouble: <RequestTrouble {...props} />,
  drawing: (
    <>
      <MockBar t={props.t} title={props.t.portal.addAlias} />
      <div className="mock-body">
        <MockField label={props.t.portal.aliasField} value={values.alias} mark />
        <RequestFile t={props.t} fileName={values.fileName} />
        <MockButton mark>{props.t.portal.addAlias}</MockButton>
      </div>
    </>
  ),
});

const viewScreen = (t: Texts, values: Pick<Values, 'alias'>): Screen => ({
  id: 'ver',
  title: 'cards.aliasView.title',
  taps: ['cards.aliasView.tap'],
  values,
  drawing: (
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

const renewScreen = (t: Texts, values: Values): Screen => ({
  id: 'renovar',
  title: 'cards.renewAdd.title',
  taps: ['cards.renewAdd.tap', 'cards.renewAdd.file'],
  values,
  drawing: (
    <>
      <MockBar t={t} title={values.alias} />
      <div className="mock-body">
        <MockButton mark>{t.portal.addCertificate}</MockButton>
        <RequestFile t={t} fileName={values.fileName} />
      </div>
    </>
  ),
});

function RequestFile({ t, fileName }: { t: Texts; fileName: string }) {
  return (
    <div className="mock-field">
      <span>{t.portal.requestFileField}</span>
      <div className="mock-row">
        <MockButton mark>{t.portal.browse}</MockButton>
        <span className="mock-file">{fileName}</span>
      </div>
    </div>
  );
}

/**
 * The certificate on a phone: the right button is off screen to the right, and the visible one asks for the
 * request.
 */
function CertificateDrawing({ alias, t }: { alias: string; t: Texts }) {
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
        <span className="mock-arrow by-finger" />
      </div>
    </>
  );
}

/** The sandbox takes two texts and shows the certificate at once, so its trip ends with copying it. */
function sandboxTrip(props: StepProps): Trip {
  const { registration, basePath, t, shortcuts } = props;
  const { request, intent } = registration;
  const { alias, csr } = request;
  const renews = intent === 'renew';
  const host = t.portal.wsassHost;
  const open = homeScreen(props, {
    id: 'abrir',
    service: t.portal.wsass,
    help: [...(renews ? [] : (['cards.home.notListed'] as const)), 'cards.home.again', 'cards.home.person'],
    shortcut: shortcuts?.wsass,
  });
  const menu: Screen = {
    id: 'menu',
    title: 'cards.wsassMenu.title',
    taps: [renews ? 'cards.wsassMenu.renew' : 'cards.wsassMenu.new'],
    host,
    drawing: <WsassMenuDrawing t={t} item={renews ? 'addToAlias' : 'newCertificate'} />,
  };
  const form: Screen = {
    id: 'formulario',
    title: 'cards.wsassForm.title',
    taps: [
      renews ? 'cards.wsassForm.renewAlias' : 'cards.wsassForm.alias',
      'cards.wsassForm.csr',
      renews ? 'cards.wsassForm.renewCreate' : 'cards.wsassForm.create',
    ],
    values: { alias },
    takes: (
      <>
        <CopyValue label={t('certificate.aliasLabel')} value={alias} t={t} />
        <CopyText label={t('certificate.csrLabel')} value={csr} t={t} />
        <RequestDownload registration={registration} basePath={basePath} t={t} weight="link" />
        <More summary={t('glossary.csr')}>
          <p>{t('glossary.csrText')}</p>
        </More>
      </>
    ),
    trouble: <RequestTrouble {...props} />,
    host,
    drawing: <CertificateForm t={t} alias={alias} button={renews ? 'createAdditional' : 'createDn'} />,
  };
  const result: Screen = {
    id: 'resultado',
    title: 'cards.result.title',
    taps: ['cards.result.tap'],
    trap: 'cards.result.trap',
    trouble: <ResultClosed {...props} />,
    host,
    drawing: <ResultDrawing t={t} />,
  };
  return { title: renews ? 'trips.renew' : 'trips.certificate', screens: [open, menu, form, result] };
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
        <MockField label={dnName} value={alias} kind={button === 'createDn' ? 'text' : 'dropdown'} mark />
        <MockField label={taxpayerCuit} value={t('card.yourCuit')} kind="fixed" />
        <MockField
          label={csrField}
          value={'-----BEGIN CERTIFICATE REQUEST-----\nMIIC…'}
          kind="multiline"
          mark
        />
        <MockButton mark>{t.portal[button]}</MockButton>
      </div>
    </>
  );
}

function ResultDrawing({ t }: { t: Texts }) {
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
    <More summary={t('certificate.trouble')}>
      {intent === 'register' && (
        <>
          <h3>{t('certificate.aliasTaken')}</h3>
          <p>{t('certificate.aliasTakenText')}</p>
          <p className="hint">
            {t('certificate.requestDate', { date: formatDayAndTime(request.createdAt) })}
          </p>
          <AnotherAlias basePath={basePath} t={t} />
        </>
      )}
      <h3>{t('certificate.requestInvalid')}</h3>
      <p>{t(sandbox ? 'certificate.requestInvalidSandbox' : 'certificate.requestInvalidLive')}</p>
      {!sandbox && (
        <>
          <h3>{t('glossary.csr')}</h3>
          <p>{t('glossary.csrText')}</p>
          <CopyText label={t('certificate.csrLabel')} value={request.csr} t={t} />
        </>
      )}
    </More>
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
