import type { PointOfSale } from '#lib/arca/wsfe.ts';
import { statusOfSystem } from '#lib/documents/invoice/issuer-status.ts';
import { formatDay, formatDayAndTime } from '#lib/i18n.ts';
import { StepForm } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import {
  classificationOfStatus,
  classificationsFor,
  optionOf,
  pathFor,
  type TaxClassification,
} from './classification.ts';

/** As invoices print it: `00004`. */
export const formatPointOfSale = (number: number) => String(number).padStart(5, '0');

export interface PointsFoundProps extends StepProps {
  /** How the taxpayer is registered, where that is known. */
  classification?: TaxClassification | undefined;
}

/**
 * What the authority itself says, while nothing of it can be used: what was found, which «Sistema» it has to be, and
 * another look at a press. A point of sale of «Comprobantes en línea» is not listed, so an empty list may be that.
 */
export function PointsFound({ registration, basePath, classification, t }: PointsFoundProps) {
  const { list, readAt, unavailable } = registration.pointsOfSale;
  const isKnown = readAt !== undefined && !unavailable;
  const key = unavailable ? 'points.unavailable' : readAt ? 'points.none' : 'points.notRead';
  const classifications = classification ? [classification] : classificationsFor(registration.supplier.cuit);
  return (
    <section className="notice notice-wait" role="status">
      <h2>
        <Icon name="note" />
        {t('points.listHeading')}
      </h2>
      {isKnown && list.length > 0 ? <FoundTable list={list} t={t} /> : <p>{t(key)}</p>}
      {isKnown && <RightSystem isListed={list.length > 0} classifications={classifications} t={t} />}
      {readAt && <p className="small">{t('points.readAt', { date: formatDayAndTime(readAt) })}</p>}
      <StepForm action={`${basePath}${pathFor(classification)}`} intent="check" weight="second">
        {t('points.checkAgain')}
      </StepForm>
    </section>
  );
}

interface RightSystemProps {
  /** The authority lists some, none of which can be used. */
  isListed: boolean;
  classifications: TaxClassification[];
  t: Texts;
}

function RightSystem({ isListed, classifications, t }: RightSystemProps) {
  const key = classifications.length > 1 ? 'points.rightIf' : 'points.right';
  return (
    <>
      <p>{t.rich(isListed ? 'points.addAnother' : 'points.lookAt')}</p>
      <ul>
        {classifications.map((each) => (
          <li key={each}>{t.rich(key, { option: t.portal[optionOf[each]], regime: t(`points.${each}`) })}</li>
        ))}
      </ul>
      {!isListed && (
        <>
          <p>{t('points.rightWaits')}</p>
          <p>{t.rich('points.wrong')}</p>
        </>
      )}
    </>
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

/** `CAE - Ri Iva` is no word that anybody knows; another kind than those for a CAE has no other words. */
function inPortal(system: string, t: Texts): string {
  const status = /^CAE(?![A-Z])/i.test(system) ? statusOfSystem(system) : undefined;
  return status ? t.portal[optionOf[classificationOfStatus[status]]] : system;
}

function whyNot({ blocked, closedOn }: PointOfSale, t: Texts): string {
  if (closedOn !== undefined) return t('points.closed', { date: closedDay(closedOn) });
  return t(blocked ? 'points.blocked' : 'points.unusable');
}

/** The authority writes a day as `20261121`, our own dates are ISO. */
function closedDay(text: string): string {
  const date = new Date(`${text.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/, '$1-$2-$3')}T12:00:00-03:00`);
  return Number.isNaN(date.getTime()) ? text : formatDay(date);
}
