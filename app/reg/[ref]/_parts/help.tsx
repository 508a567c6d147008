import type { ReactNode } from 'react';
import { formatDay } from '#lib/i18n.ts';
import type { AccountHolder } from '#lib/registrations/account-holder.ts';
import { Icon } from './icon.tsx';
import type { Texts } from './texts.tsx';

interface HelpProps {
  t: Texts;
  accountHolder?: AccountHolder | undefined;
  expiresAt?: Date | undefined;
  saved?: boolean;
}

/** In the same place on every page (WCAG 3.2.6). */
export function Help({ t, accountHolder, expiresAt, saved }: HelpProps) {
  return (
    <footer className="help" id="ayuda">
      <h2 className="hidden-text">{t('frame.helpHeading')}</h2>
      <ul>
        <li>
          <Icon name="help" />
          <span>
            <Contact accountHolder={accountHolder} t={t} />
          </span>
        </li>
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

function Contact({ accountHolder, t }: Pick<HelpProps, 'accountHolder' | 't'>) {
  if (accountHolder === undefined) return t('frame.helpUnknown');
  const { name, contactName, email, phone, whatsapp } = accountHolder;
  const who = contactName ? t('frame.helpPerson', { person: contactName, holder: name }) : name;
  const mail = (chunks: ReactNode) => <a href={`mailto:${email}`}>{chunks}</a>;
  const call = (chunks: ReactNode) => <a href={`tel:${dialled(phone)}`}>{chunks}</a>;
  const chat = (chunks: ReactNode) => (
    <a href={`https://wa.me/${dialled(whatsapp).slice(1)}`} target="_blank" rel="noreferrer noopener">
      {chunks}
    </a>
  );
  return (
    <>
      {email === undefined
        ? t('frame.helpName', { holder: who })
        : t.rich('frame.helpEmail', { holder: who, email }, { mail })}
      {phone && <> {t.rich('frame.helpPhone', { phone }, { call })}</>}
      {whatsapp && <> {t.rich('frame.helpWhatsapp', { whatsapp }, { chat })}</>}
    </>
  );
}

/** `+54 11 4321-5678` -> `+541143215678` */
const dialled = (number = '') => number.replace(/[^\d+]/g, '');
