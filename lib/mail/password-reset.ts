import type { Locale } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { createMailTexts } from './texts.ts';

/** The mail with which somebody sets a new password. Who did not ask for it need not do anything. */
export function passwordResetMail(
  { name, url, minutes }: { name: string; url: string; minutes: number },
  locale: Locale,
): Composed {
  const t = createMailTexts(locale);
  return compose(locale, t('mail.passwordReset.subject').text, [
    { kind: 'title', content: t('mail.passwordReset.subject') },
    { kind: 'paragraph', content: t('mail.passwordReset.lead', { name, minutes }) },
    { kind: 'button', content: t('mail.passwordReset.open'), url, otherwise: t('mail.link.address') },
    { kind: 'panel', content: t('mail.passwordReset.notYou') },
  ]);
}
