import { getTranslations } from 'next-intl/server';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { ListedDelegation } from '#lib/registrations/delegation-list.ts';

type LastAnswerProps = Pick<ListedDelegation, 'answer' | 'checkedAt' | 'ticketAt' | 'nextTicketAt'>;

const tones: Record<NonNullable<LastAnswerProps['answer']>, Tone> = {
  granted: 'good',
  'not-granted': 'wait',
  unknown: 'quiet',
};

/** The authority's last answer on a delegation, its time, and why the answer may be out of date. */
export async function LastAnswer({ answer, checkedAt, ticketAt, nextTicketAt }: LastAnswerProps) {
  const t = await getTranslations('console.delegations.answers');
  if (!answer || !checkedAt) return <span className="hint">{t('none')}</span>;
  return (
    <>
      <Chip tone={tones[answer]}>{t(answer)}</Chip> <Moment at={checkedAt} />
      {answer === 'unknown' && <p className="hint">{t('unknownText')}</p>}
      {answer === 'not-granted' && ticketAt && (
        <p className="hint">
          {nextTicketAt && nextTicketAt > new Date()
            ? t('ticket', { ticketAt, nextAt: nextTicketAt })
            : t('ticketDue', { ticketAt })}
        </p>
      )}
    </>
  );
}
