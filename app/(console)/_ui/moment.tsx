import { useFormatter } from 'next-intl';

/** An instant as people here read it: the day and the time in Buenos Aires. */
export function Moment({ at }: { at: Date }) {
  const format = useFormatter();
  return (
    <time dateTime={at.toISOString()} className="nowrap">
      {format.dateTime(at, 'moment')}
    </time>
  );
}

const recentDays = 180;

/** The same in a list, where the year is of no help: without it for what is recent. */
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
