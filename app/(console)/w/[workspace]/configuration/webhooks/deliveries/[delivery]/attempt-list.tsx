import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { ForeignText } from '#console/_ui/text-block.tsx';
import type { AttemptRow } from '#lib/webhooks/deliveries.ts';
import { AttemptOutcome } from '../delivery-status.tsx';
import '#console/w/[workspace]/configuration/webhooks/webhooks.css';

/** Each answer may have 16 KiB, and a delivery that was sent again and again has no last attempt. */
const newest = 10;

interface AttemptListProps {
  /** The newest first. */
  attempts: AttemptRow[];
  shown: 'newest' | 'all';
  allHref: string;
}

export async function AttemptList({ attempts, shown, allHref }: AttemptListProps) {
  const t = await getTranslations('console.configuration.deliveries');
  const listed = shown === 'all' ? attempts : attempts.slice(0, newest);
  return (
    <section className="sheet" aria-labelledby="attempts">
      <h2 id="attempts" className="sheet-heading">
        {t('attempts')}
      </h2>
      {attempts.length === 0 && <EmptyNote icon="webhooks">{t('noAttempts')}</EmptyNote>}
      {listed.map((attempt, position) => (
        <Attempt key={attempt.index} attempt={attempt} isNewest={position === 0} />
      ))}
      {listed.length < attempts.length && (
        <p className="sheet-text">
          <Link href={allHref}>{t('allAttempts', { count: attempts.length })}</Link>
        </p>
      )}
    </section>
  );
}

async function Attempt({ attempt, isNewest }: { attempt: AttemptRow; isNewest: boolean }) {
  const t = await getTranslations('console.configuration.deliveries');
  const { index, at, durationMs, requestHeaders, responseBody, detail } = attempt;
  const number = t('attempt', { number: index + 1 });
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <details className="attempt" open={isNewest}>
      <summary>
        <Icon name="chevron" size={16} />
        <strong>{number}</strong>
        <Moment at={at} />
        <span>
          <AttemptOutcome of={attempt} />
        </span>
        <span className="hint">{t('duration', { ms: durationMs })}</span>
      </summary>
      <div className="attempt-parts">
        <div>
          <h3>{t('requestHeaders')}</h3>
          <ForeignText label={`${number}: ${t('requestHeaders')}`}>{headers.join('\n')}</ForeignText>
        </div>
        {detail && (
          <div>
            <h3>{t('detail')}</h3>
            <ForeignText label={`${number}: ${t('detail')}`}>{detail}</ForeignText>
          </div>
        )}
        {responseBody !== null && (
          <div>
            <h3>{t('answer')}</h3>
            {responseBody ? (
              <ForeignText label={`${number}: ${t('answer')}`}>{formatted(responseBody)}</ForeignText>
            ) : (
              <p className="hint">{t('emptyAnswer')}</p>
            )}
          </div>
        )}
      </div>
    </details>
  );
}

/** JSON with a line for each member; anything else as it is. */
export function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
