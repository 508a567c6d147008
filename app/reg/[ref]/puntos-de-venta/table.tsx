import type { PointOfSale } from '#lib/arca/list-points-of-sale.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { formatDay, formatDayAndTime } from '../_parts/gaps.ts';
import { Icon } from '../_parts/icon.tsx';
import type { Texts } from '../_parts/texts.tsx';

/** As invoices print it: `00004`. */
export const formatPointOfSale = (number: number) => String(number).padStart(5, '0');

/** What the authority itself says: the list is read back, never typed in. */
export function PointsOfSaleTable({ registration, t }: { registration: Registration; t: Texts }) {
  const { list, readAt, unavailable } = registration.pointsOfSale;
  const read = readAt && <p className="small">{t('points.readAt', { date: formatDayAndTime(readAt) })}</p>;
  if (unavailable || !readAt || list.length === 0) {
    const key = unavailable ? 'points.unavailable' : readAt ? 'points.none' : 'points.notRead';
    return (
      <div className="notice notice-wait" role="status">
        <h2>
          <Icon name="note" />
          {t('points.listHeading')}
        </h2>
        <p>{t(key)}</p>
        {read}
      </div>
    );
  }
  return (
    <section className="points">
      <h2>{t('points.listHeading')}</h2>
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
              <td className={point.usable ? 'check-passed' : 'check-failed'}>
                <Icon name={point.usable ? 'check' : 'cross'} />
                {statusOf(point, t)}
                <span className="point-system">{t('points.listedAs', { system: kindOf(point.system) })}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {read}
    </section>
  );
}

/** The authority's own word for it, such as `CAE - Ri Iva`, is no word that anybody knows. */
function kindOf(system: string): string {
  return (['mono', 'exento', 'ri'] as const).find((kind) => system.toLowerCase().includes(kind)) ?? 'other';
}

function statusOf({ usable, blocked, closedOn }: PointOfSale, t: Texts): string {
  if (usable) return t('points.usable');
  if (closedOn !== undefined) return t('points.closed', { date: closedDay(closedOn) });
  return t(blocked ? 'points.blocked' : 'points.unusable');
}

/** The authority writes a day as `20261121`, our own dates are ISO. */
function closedDay(text: string): string {
  const date = new Date(`${text.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/, '$1-$2-$3')}T12:00:00-03:00`);
  return Number.isNaN(date.getTime()) ? text : formatDay(date);
}
