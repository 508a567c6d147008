import { formatDay } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Icon } from './icon.tsx';
import type { Texts } from './texts.tsx';

type Holder = Registration['accountHolder'];

function Contact({ holder, t }: { holder: Holder | undefined; t: Texts }) {
  if (holder === undefined) return t('frame.helpUnknown');
  if (holder.email === undefined) return t('frame.helpName', { holder: holder.name });
  const mail = (chunks: React.ReactNode) => <a href={`mailto:${holder.email}`}>{chunks}</a>;
  return t.rich('frame.helpEmail', { holder: holder.name, email: holder.email }, { mail });
}

interface HelpProps {
  t: Texts;
  holder?: Holder | undefined;
  expiresAt?: Date | undefined;
  saved?: boolean;
  /** The page says it already, and louder. */
  promised?: boolean;
}

/** In the same place on every page (WCAG 3.2.6). */
export function Help({ t, holder, expiresAt, saved, promised }: HelpProps) {
  return (
    <footer className="help" id="ayuda">
      <h2 className="hidden-text">{t('frame.helpHeading')}</h2>
      <ul>
        <li>
          <Icon name="help" />
          <span>
            <Contact holder={holder} t={t} />
          </span>
        </li>
        {!promised && (
          <li>
            <Icon name="shield" />
            <span>
              <strong>{t('frame.neverAsk')}</strong> {t('frame.neverAskMore')}
            </span>
          </li>
        )}
        {expiresAt !== undefined && (
          <li>
            <Icon name="calendar" />
            <span>
              {t('frame.linkValid', { date: formatDay(expiresAt) })} {saved && t('frame.saved')}
            </span>
          </li>
        )}
      </ul>
    </footer>
  );
}
