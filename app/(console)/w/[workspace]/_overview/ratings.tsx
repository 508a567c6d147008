import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import type { Tone } from '#console/_ui/chip.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { Day } from '#console/_ui/moment.tsx';
import type { Overview } from '#lib/reports/overview.ts';
import { Bar } from './bar.tsx';

const tones: Record<Overview['ratings']['byAnswer'][number]['answer'], Tone> = {
  easy: 'good',
  'so-so': 'wait',
  hard: 'bad',
};

/** How easy the wizard was, by those who went through it; and what they wrote. */
export async function Ratings({ ratings, at }: { ratings: Overview['ratings']; at: At }) {
  const t = await getTranslations('console.overview.ratings');
  const format = await getFormatter();
  const { since, total, byAnswer, comments } = ratings;
  return (
    <section className="sheet sheet-text overview-wide" aria-labelledby="ratings">
      <div>
        <h2 id="ratings">{t('title')}</h2>
        <p className="hint">{t('since', { count: total, date: format.dateTime(since, 'day') })}</p>
      </div>
      <ul className="bars ratings">
        {byAnswer.map(({ answer, count }) => (
          <li key={answer}>
            <span>{t(`answers.${answer}`)}</span>
            <span className="bar-number">
              {t('given', { count, share: format.number(count / total, { style: 'percent' }) })}
            </span>
            <Bar share={count / total} tone={tones[answer]} />
          </li>
        ))}
      </ul>
      {comments.length > 0 && (
        <div className="overview-part">
          <h3>{t('comments')}</h3>
          <ul className="rating-comments">
            {comments.map(({ entryId, name, answer, comment, at: ratedAt }) => (
              <li key={`${entryId} ${ratedAt.getTime()}`}>
                <blockquote dir="auto">{comment}</blockquote>
                <p className="hint">
                  <Chip tone={tones[answer]}>{t(`answers.${answer}`)}</Chip>{' '}
                  <Link href={at(`/entries/${entryId}`)}>
                    <bdi>{name || entryId}</bdi>
                  </Link>
                  {' · '}
                  <Day at={ratedAt} />
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
