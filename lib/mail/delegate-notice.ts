import type { Environment } from '#lib/authority-environment.ts';
import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { createMailTexts, forSubject } from './texts.ts';

/** The certificate that acts for suppliers, which is about to stop. */
export interface DelegateAtRisk {
  environment: Environment;
  delegate: { name: string; cuit: string };
  /** How many suppliers rest on it. */
  delegators: number;
  risk: 'expiring' | 'other-alias';
  notAfter: Date;
  daysLeft: number;
}

/** To the account holder. `entry` is the delegate's page in the Console. */
export function delegateNotice(about: DelegateAtRisk, entry: string, locale: Locale = 'es-AR'): Composed {
  const { environment, delegate, delegators, risk, notAfter, daysLeft: days } = about;
  const t = createMailTexts(locale);
  const date = formatDay(notAfter);
  const known = { company: delegate.name, cuit: maskCuit(delegate.cuit), delegators, date, days };
  const subject = t(`mail.delegate.${risk}.subject`, {
    environment,
    date,
    company: forSubject(delegate.name),
    delegators,
  }).text;
  return compose(locale, subject, [
    { kind: 'title', content: t(`mail.delegate.${risk}.heading`, known) },
    { kind: 'paragraph', content: t(`mail.delegate.${risk}.lead`, known) },
    { kind: 'paragraph', content: t(`mail.delegate.${risk}.todo`, known) },
    { kind: 'button', content: t('mail.unproved.holderOpen'), url: entry, otherwise: t('mail.link.address') },
  ]);
}
