import { getLocale, getTranslations } from 'next-intl/server';
import { wordsForCode } from '#lib/arca/words.ts';
import type { Submission } from '#lib/invoices/submissions.ts';

/** What the authority remarked when it authorised the invoice: in words, and in its own. */
export async function Observations({ of: { observations } }: { of: Submission }) {
  const t = await getTranslations('console.invoices.card');
  const locale = await getLocale();
  if (observations.length === 0) return null;
  return (
    <div>
      <h3 className="card-subheading">{t('observations')}</h3>
      <ul className="plain-list">
        {observations.map(({ code, message }) => {
          const { meaning, action } = wordsForCode(code, message, locale);
          return (
            <li key={`${code} ${message}`}>
              {meaning} {action}{' '}
              {message !== meaning && (
                <span className="event-detail" lang="es">
                  ({message}){' '}
                </span>
              )}
              <code className="event-detail">ARCA-{code}</code>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
