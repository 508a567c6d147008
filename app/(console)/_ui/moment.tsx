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

export function Day({ at }: { at: Date }) {
  const format = useFormatter();
  return (
    <time dateTime={at.toISOString()} className="nowrap">
      {format.dateTime(at, 'day')}
    </time>
  );
}
