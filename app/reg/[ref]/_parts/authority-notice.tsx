import { type AuthorityStatus, notAnsweringSince } from '#lib/authority-status/answering.ts';
import { formatDayAndTime, formatTime, sinceForm } from '#lib/i18n.ts';
import { Icon } from './icon.tsx';
import type { Texts } from './texts.tsx';

interface AuthorityNoticeProps {
  /** `authorityStatusOf` of the registration's environment. */
  status: AuthorityStatus;
  t: Texts;
  now: Date;
}

/** Is it ARCA or is it me? Says when it is ARCA, and nothing otherwise. */
export function AuthorityNotice({ status, t, now }: AuthorityNoticeProps) {
  const since = notAnsweringSince(status);
  if (!since) return null;
  const values = { time: formatTime(since), dayAndTime: formatDayAndTime(since) };
  return (
    <div className="notice notice-wait" role="status">
      <h2>
        <Icon name="clock" />
        {t(`authority.since.${sinceForm(since, now)}`, values)}
      </h2>
      <p>{t('authority.text')}</p>
      <p>{t('authority.again')}</p>
    </div>
  );
}
