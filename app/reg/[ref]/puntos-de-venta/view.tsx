import type { ReactNode } from 'react';
import type { PointOfSale } from '#lib/arca/invoicing.ts';
import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import { isCompany } from '#lib/documents/cuit.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { statusOfPointOfSale } from '#lib/documents/invoice/issuer-status.ts';
import { formatDay, formatDayAndTime } from '#lib/i18n.ts';
import { servicesWithoutPoint } from '#lib/registrations/points-of-sale.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import {
  Cards,
  homeScreen,
  placeIn,
  type Screen,
  type Trip,
  taxpayerInPortal,
  taxpayerValues,
} from '../_parts/cards.tsx';
import { Choice, StepForm } from '../_parts/form.tsx';
import {
  MockBar,
  MockBlur,
  MockButton,
  MockField,
  MockLines,
  nameWithCuit,
  taxpayerLines,
} from '../_parts/mock.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { Icon } from '../_parts/tools.tsx';
import { Watch } from '../_parts/watch.tsx';
import { isFinished, type WizardPath } from '../flow.ts';

interface PointsOfSaleStepProps extends StepProps {
  classification?: TaxClassification | undefined;
  /** The classification is the register's. */
  isRegistered?: boolean | undefined;
}

/** The services to add a point of sale for: those without one, or all in the guide of a finished registration. */
function servicesToAdd(registration: Registration): InvoicingServiceId[] {
  const lacking = servicesWithoutPoint(registration);
  return lacking.length > 0 ? lacking : registration.services;
}

/** The points of sale to add. Each has its own texts. */
function toAddIn(registration: Registration): keyof typeof texts {
  const services = servicesToAdd(registration);
  if (services.length > 1) return 'both';
  return services.includes('wsfex') ? 'exports' : 'invoices';
}

const texts = {
  invoices: {
    heading: 'points.heading',
    lead: 'points.lead',
    proved: 'points.proved',
    check: 'points.check',
    later: 'points.laterText',
    ask: 'points.ask',
    none: 'points.none',
    lookAt: 'points.lookAt',
    wrong: 'points.wrong',
    exportOption: 'points.right',
  },
  exports: {
    heading: 'points.headingExports',
    lead: 'points.leadExports',
    proved: 'points.provedExports',
    check: 'points.check',
    later: 'points.laterTextExports',
    ask: 'points.askExports',
    none: 'points.noneExports',
    lookAt: 'points.lookAt',
    wrong: 'points.wrongExports',
    exportOption: 'points.right',
  },
  both: {
    heading: 'points.headingBoth',
    lead: 'points.leadBoth',
    proved: 'points.proved',
    check: 'points.checkBoth',
    later: 'points.laterText',
    ask: 'points.askBoth',
    none: 'points.none',
    lookAt: 'points.lookAtBoth',
    wrong: 'points.wrong',
    exportOption: 'points.rightExports',
  },
} as const;

/** Step for a point of sale of the kind for systems, which invoices need, and one for exports. Only in live. */
export function PointsOfSaleStep(props: PointsOfSaleStepProps) {
  const { registration, basePath, t } = props;
  const [likeliest = 'inscripto'] = classificationsFor(registration.supplier.cuit);
  const classification = props.classification ?? likeliest;
  const finished = isFinished(registration);
  const path = `${basePath}/puntos-de-venta`;
  const words = texts[toAddIn(registration)];
  const place = placeIn(props, 'puntos-de-venta', pointOfSaleTrips(props, classification));
  return (
    <StepPage
      props={props}
      slug="puntos-de-venta"
      place={place}
      heading={t(words.heading)}
      lead={t(words.lead)}
      refreshSeconds={finished ? 60 : undefined}
    >
      {finished && (
        <div
          className={
            words === texts.exports
              ? 'notice notice-wait first-card-only'
              : 'notice notice-good first-card-only'
          }
        >
          <h2>
            <Icon name={words === texts.exports ? 'note' : 'check'} />
            {t(words.proved, { count: servicesToAdd(registration).length })}
          </h2>
          <p>{t('points.notice')}</p>
          <Watch props={props}>{t('points.watching')}</Watch>
        </div>
      )}
      {finished && hasBeenLookedFor(registration) && (
        <div className="first-card-only">
          <PointsFound {...props} />
        </div>
      )}
      <Cards props={props} slug="puntos-de-venta" place={place}>
        <StepForm action={`${basePath}/puntos-de-venta`} intent="check" id={formId}>
          {t(words.check)}
        </StepForm>
      </Cards>
      {finished && (
        <section>
          <StepForm action={path} intent="later" weight="second">
            {t('points.later')}
          </StepForm>
          <p className="hint">{t(words.later)}</p>
        </section>
      )}
    </StepPage>
  );
}

/**
 * Whether to show the authority's list. A supplier without points of sale first sees only the instructions,
 * until they claim to have added one.
 */
export const hasBeenLookedFor = (registration: Registration): boolean =>
  registration.facts.pointOfSaleClaimedAt !== undefined || unusablePoints(registration).length > 0;

/** Listed points of sale of the services that have none to use. */
export function unusablePoints(registration: Registration): PointOfSale[] {
  const lacking = servicesWithoutPoint(registration);
  return registration.pointsOfSale.list.filter(({ service }) => lacking.includes(service));
}

/** The trip to the list, and one for each form to fill in there. */
export function pointOfSaleTrips(props: PointsOfSaleStepProps, classification: TaxClassification): Trip[] {
  const { t, registration, shortcuts } = props;
  const taxpayer = taxpayerInPortal(props);
  const values = { ...taxpayerValues(props), option: t.portal[optionOf[classification]] };
  const services = servicesToAdd(registration);
  const home = homeScreen(props, {
    id: 'inicio',
    service: t.portal.pointsAdministration,
    help: ['cards.home.level'],
    shortcut: shortcuts?.pointsOfSale,
  });
  const chooseTaxpayer: Screen = {
    id: 'contribuyente',
    title: 'cards.taxpayer.title',
    taps: ['cards.pointTaxpayer.choose', 'cards.pointTaxpayer.go'],
    values,
    drawing: (
      <>
        <MockBar t={t} title={t.portal.pointsAdministration} />
        <div className="mock-body">
          <div className="mock-field">
            <span>{t.portal.taxpayer}</span>
            <MockLines lines={taxpayerLines(taxpayer, t)} />
          </div>
          <MockButton mark>{t.portal.continueButton}</MockButton>
        </div>
      </>
    ),
  };
  const list: Screen = {
    id: 'abm',
    title: 'cards.abm.title',
    taps: ['cards.abm.tap'],
    drawing: (
      <>
        <MockBar t={t} title={t.portal.pointsAdministration} />
        <div className="mock-body">
          <MockField label={t.portal.taxpayer} kind="fixed" value={nameWithCuit(taxpayer)} />
          <MockButton mark>{t.portal.abm}</MockButton>
          <MockBlur lines={1} />
        </div>
      </>
    ),
  };
  const add: Screen = {
    id: 'agregar',
    title: 'cards.addPoint.title',
    taps: ['cards.addPoint.tap'],
    drawing: (
      <>
        <MockBar t={t} title={t.portal.abm} />
        <div className="mock-body">
          <MockButton mark>{t.portal.addPoint}</MockButton>
          <MockBlur />
        </div>
      </>
    ),
  };
  const form: Screen = {
    id: 'formulario',
    title: 'cards.pointForm.title',
    question: <ClassificationQuestion {...{ props, classification }} />,
    tags: {
      options: () => (
        <b className="label">
          “<OptionsToChoose props={props} />”
        </b>
      ),
    },
    taps: [
      'cards.pointForm.number',
      'cards.pointForm.name',
      'cards.pointForm.system',
      'cards.pointForm.address',
      'cards.pointForm.accept',
    ],
    values,
    help: ['cards.pointForm.missing'],
    drawing: <PointFormDrawing t={t} option={<OptionsToChoose props={props} />} />,
  };
  const exportForm: Screen = {
    id: 'exportacion',
    title: 'cards.exportPoint.title',
    taps: [
      'cards.pointForm.number',
      'cards.pointForm.name',
      'cards.exportPoint.system',
      'cards.pointForm.address',
      'cards.pointForm.accept',
    ],
    drawing: <PointFormDrawing t={t} option={t.portal.optionExports} />,
  };
  const toList: Trip = { title: 'trips.points', screens: [home, chooseTaxpayer, list, add] };
  if (!services.includes('wsfe')) return [toList, { title: exportForm.title, screens: [exportForm] }];
  const trips: Trip[] = [toList, { title: form.title, screens: [form] }];
  if (!services.includes('wsfex')) return trips;
  return [...trips, { title: exportForm.title, screens: [{ ...add, id: 'agregar-otro' }, exportForm] }];
}

/** The form that ends the step. The answer about the classification, on an earlier card, is sent with it. */
const formId = 'punto';

interface ClassificationProps {
  props: PointsOfSaleStepProps;
  classification: TaxClassification;
}

/** Asks how the taxpayer is classified, because the «Sistema» to choose depends on it. The likeliest is preselected. */
function ClassificationQuestion({ props, classification }: ClassificationProps) {
  const { registration, t, isRegistered } = props;
  const regime = t(`points.${classification}`);
  return (
    <Choice
      name="situacion"
      formId={formId}
      legend={t('points.regime')}
      hint={isRegistered ? t('points.regimeKnown', { regime }) : t('points.regimeHint')}
      value={classification}
      options={classificationsFor(registration.supplier.cuit).map((value) => ({
        value,
        label: t(`points.${value}`),
      }))}
    />
  );
}

/** The «Sistema» to choose. The stylesheet shows the one of the chosen answer. */
const OptionsToChoose = ({ props: { registration, t } }: Pick<ClassificationProps, 'props'>) =>
  classificationsFor(registration.supplier.cuit).map((each) => (
    <span key={each} className={`regime regime-${each}`}>
      {t.portal[optionOf[each]]}
    </span>
  ));

interface PointFormDrawingProps {
  t: Texts;
  option: ReactNode;
}

function PointFormDrawing({ t, option }: PointFormDrawingProps) {
  return (
    <>
      <MockBar t={t} title={t.portal.addPointForm} />
      <div className="mock-body">
        <MockField label={t.portal.pointNumber} value="•" mark />
        <MockField label={t.portal.tradeName} value="• • • •" mark />
        <MockField label={t.portal.system} value={option} kind="dropdown" mark />
        <MockField label={t.portal.addressField} value="• • • •" kind="dropdown" mark />
        <MockButton mark>{t.portal.accept}</MockButton>
      </div>
    </>
  );
}

const taxClassifications = ['monotributo', 'inscripto', 'exento'] as const;
export type TaxClassification = (typeof taxClassifications)[number];

/** The portal's name for the kind that systems use, in the form for a new point of sale. */
export const optionOf = {
  monotributo: 'optionMonotributo',
  inscripto: 'optionInscripto',
  exento: 'optionExento',
} as const;

/** Classifications to choose from, the likeliest first. Companies cannot be in the simplified regime. */
export const classificationsFor = (cuit: string): TaxClassification[] =>
  isCompany(cuit) ? ['inscripto', 'exento'] : ['monotributo', 'inscripto', 'exento'];

const classificationOfStatus = {
  registered: 'inscripto',
  monotributo: 'monotributo',
  exempt: 'exento',
} as const;

/** Classification according to the authority's register, if it can be chosen here. */
export function classificationOf(
  taxpayer: Taxpayer | undefined,
  cuit: string,
): TaxClassification | undefined {
  const classification = taxpayer?.vat && classificationOfStatus[taxpayer.vat.status];
  return classification && classificationsFor(cuit).includes(classification) ? classification : undefined;
}

/** The classification named in a form or an address. */
export const readClassification = (text: string | null | undefined): TaxClassification | undefined =>
  taxClassifications.find((each) => each === text);

export const classificationIn = (request: Request): TaxClassification | undefined =>
  readClassification(new URL(request.url).searchParams.get('situacion'));

/** Address of the step's first card. The stored place is at the end of the visit before. */
export const firstCardFor = (classification: TaxClassification | undefined): WizardPath =>
  `/puntos-de-venta?pantalla=viaje-inicio${classification ? `&situacion=${classification}` : ''}`;

/** As printed on invoices: `00004`. */
export const formatPointOfSale = (number: number) => String(number).padStart(5, '0');

export interface PointsFoundProps extends StepProps {
  /** How the taxpayer is registered, if known. */
  classification?: TaxClassification | undefined;
}

/**
 * The authority's answer while no point of sale is usable: the listed ones, the required «Sistema», and a
 * button to check again. Points of sale of «Comprobantes en línea» are not listed, so an empty list may mean
 * one of those.
 */
export function PointsFound({ registration, basePath, classification, t }: PointsFoundProps) {
  const { readAt, unavailable } = registration.pointsOfSale;
  const list = unusablePoints(registration);
  const isKnown = readAt !== undefined && !unavailable;
  const words = texts[toAddIn(registration)];
  const classifications = classification ? [classification] : classificationsFor(registration.supplier.cuit);
  const right = <RightSystem {...{ registration, classifications, t }} />;
  return (
    <section className="notice notice-wait" role="status">
      <h2>
        <Icon name="note" />
        <span>
          {isKnown
            ? t.rich(list.length > 0 ? 'points.listUnusable' : words.ask, { count: list.length })
            : t('points.listHeading')}
        </span>
      </h2>
      {!isKnown && <p>{t(unavailable ? 'points.unavailable' : 'points.notRead')}</p>}
      {isKnown && list.length > 0 && (
        <>
          <FoundTable list={list} t={t} />
          <p>{t.rich('points.addAnother')}</p>
          {right}
        </>
      )}
      {isKnown && list.length === 0 && (
        <>
          <p>{t.rich(words.lookAt)}</p>
          {right}
          <p>{t('points.rightWaits')}</p>
          <p>{t.rich(words.wrong)}</p>
          <p className="small">{t(words.none)}</p>
        </>
      )}
      {readAt && <p className="small">{t('points.readAt', { date: formatDayAndTime(readAt) })}</p>}
      <form method="post" action={`${basePath}/puntos-de-venta`} className="next">
        <input type="hidden" name="situacion" value={classification ?? ''} />
        <button type="submit" className="button button-second" name="intent" value="check">
          {t('points.checkAgain')}
        </button>
      </form>
    </section>
  );
}

interface RightSystemProps {
  registration: Registration;
  classifications: TaxClassification[];
  t: Texts;
}

/** The «Sistema» that the points of sale to add must have; several if the classification is not known. */
function RightSystem({ registration, classifications, t }: RightSystemProps) {
  const services = servicesToAdd(registration);
  const words = texts[toAddIn(registration)];
  const key = classifications.length > 1 ? 'points.rightIf' : 'points.right';
  return (
    <ul>
      {services.includes('wsfe') &&
        classifications.map((each) => (
          <li key={each}>{t.rich(key, { option: t.portal[optionOf[each]], regime: t(`points.${each}`) })}</li>
        ))}
      {services.includes('wsfex') && (
        <li>{t.rich(words.exportOption, { option: t.portal.optionExports })}</li>
      )}
    </ul>
  );
}

function FoundTable({ list, t }: { list: PointOfSale[]; t: Texts }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('points.numberColumn')}</th>
          <th scope="col">{t('points.status')}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((point) => (
          <tr key={point.number}>
            <th scope="row">{formatPointOfSale(point.number)}</th>
            <td className="check-failed">
              <Icon name="cross" />
              {whyNot(point, t)}
              <span className="point-system">
                {t.rich('points.listedAs', { listed: inPortal(point.system, t) })}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The portal's name of a kind such as `CAE - Ri Iva`, as the web service calls it. Unknown kinds stay unchanged. */
function inPortal(system: string, t: Texts): string {
  const status = /^CAE(?![A-Z])/i.test(system) ? statusOfPointOfSale(system) : undefined;
  return status ? t.portal[optionOf[classificationOfStatus[status]]] : system;
}

function whyNot({ blocked, closedOn }: PointOfSale, t: Texts): string {
  if (closedOn !== undefined) return t('points.closed', { date: closedDay(closedOn) });
  return t(blocked ? 'points.blocked' : 'points.unusable');
}

/** The authority writes a day as `20261121`; our dates are ISO. */
function closedDay(text: string): string {
  const date = new Date(`${text.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/, '$1-$2-$3')}T12:00:00-03:00`);
  return Number.isNaN(date.getTime()) ? text : formatDay(date);
}
