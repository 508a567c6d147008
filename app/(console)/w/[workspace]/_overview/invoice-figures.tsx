import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import { mostCounted } from '#lib/most-counted.ts';
import type { InvoiceFigures } from '#lib/reports/invoices.ts';
import './invoice-figures.css';

/** What was authorized, what is not through yet and what failed, in numbers; each leads to its list. */
export async function InvoiceFiguresSheet({ figures, at }: { figures: InvoiceFigures; at: At }) {
  const t = await getTranslations('console.overview.invoices');
  const format = await getFormatter();
  const { days, today, month, waiting, failed } = figures;
  const todays = days.at(-1)?.day.date ?? '';
  const bounded = (count: number) =>
    count > mostCounted ? t('moreThan', { count: mostCounted }) : format.number(count);
  const numbers = [
    { name: t('today'), text: format.number(today), path: `/invoices?state=sent&from=${todays}` },
    {
      name: t('month', { month: month.since.start }),
      text: format.number(month.count),
      path: `/invoices?state=sent&from=${month.since.date}`,
    },
    { name: t('waiting'), text: bounded(waiting.count), path: '/invoices?state=processing' },
    {
      name: t('failed'),
      text: bounded(failed.count),
      path: `/invoices?state=${failed.state}&from=${failed.since.date}`,
    },
  ];
  return (
    <section className="sheet sheet-text overview-wide" aria-labelledby="invoices">
      <h2 id="invoices">
        <Link href={at('/invoices')}>{t('title')}</Link>
      </h2>
      <ul className="figures">
        {numbers.map(({ name, text, path }) => (
          <li key={name}>
            <Link href={at(path)}>
              <span className="figure-name">{name}</span>
              <strong className="figure-number">{text}</strong>
            </Link>
          </li>
        ))}
      </ul>
      <DayChart days={days} />
    </section>
  );
}

/** How many a day, and the greatest in words, for who does not see it. */
async function DayChart({ days }: Pick<InvoiceFigures, 'days'>) {
  const t = await getTranslations('console.overview.invoices');
  const format = await getFormatter();
  const greatest = days.reduce((best, each) => (each.count > best.count ? each : best));
  const [first, last] = [days[0], days.at(-1)];
  if (greatest.count === 0 || !first || !last) return null;
  const dayOf = (day: Date) => format.dateTime(day, { day: 'numeric', month: 'short' });
  return (
    <figure
      className="day-chart"
      aria-label={t('chart', { since: first.day.start, most: greatest.count, on: greatest.day.start })}
    >
      <div className="day-bars" aria-hidden="true">
        {days.map(({ day, count }) => (
          <span
            key={day.date}
            title={t('onDay', { count, day: day.start })}
            style={{ blockSize: `${Math.round((count / greatest.count) * 100)}%` }}
          />
        ))}
      </div>
      <figcaption className="hint" aria-hidden="true">
        <span>{dayOf(first.day.start)}</span>
        <span>{t('most', { count: greatest.count })}</span>
        <span>{dayOf(last.day.start)}</span>
      </figcaption>
    </figure>
  );
}
