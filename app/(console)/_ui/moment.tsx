import { useFormatter } from 'next-intl';

/** An instant as day and time in Buenos Aires. */
export function Moment({ at }: { at: Date }) {
  const format = useFormatter();
  return (
    <time dateTime={at.toISOString()} className="nowrap">
      {format.dateTime(at, 'moment')}
    </time>
  );
}

const recentDays = 180;

/** An instant in a list, where the year of recent ones is omitted. */
export function ListMoment({ at }: { at: Date }) {
  const format = useFormatter();
  const isRecent = Math.abs(Date.now() - at.getTime()) < recentDays * 86_400_000;
  return (
    <time dateTime={at.toISOString()} title={format.dateTime(at, 'moment')} className="nowrap">
      {format.dateTime(at, isRecent ? 'recent' : 'moment')}
    </time>
  );
}

export function Day({ at }: { at: Date }) {
  const format = useFormatter();
  return (
    <time dateTime={at.toISOString()} className="nowrap">
      {format.dateTime(at, 'day')}
    </time>
  );
}

/** Instant of a `datetime-local` field, read as Argentine time whatever the browser's time zone. */
export const instantOf = (typed: string): Date | undefined => {
  const instant = new Date(`${typed}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
};

/** Value of a `datetime-local` field for an instant. */
export const fieldOf = (instant: Date): string =>
  new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 16);
