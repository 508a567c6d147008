import { formatDayAndTime, type Locale } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { createMailTexts } from './texts.ts';

/** What became of a person's ways into the Console. */
export type AccountNotice =
  | 'identity-linked'
  | 'identity-unlinked'
  | 'new-login'
  | 'passkey-added'
  | 'passkey-removed'
  | 'password-reset'
  | 'recovery-code-used'
  | 'recovery-codes-made'
  | 'second-factor-added'
  | 'second-factor-removed';

/** An address of the network, and what the browser says of itself. */
export interface CameFrom {
  address: string;
  userAgent: string;
}

interface Happening {
  notice: AccountNotice;
  at: Date;
  /** Of the person. */
  name: string;
  /** Of the page where they look after it. */
  address: string;
  from?: CameFrom | undefined;
}

/** A new password ends the sessions, and takes away no other way in. */
const whatToDo: Partial<Record<AccountNotice, 'notYouLinked' | 'notYouPasskey'>> = {
  'identity-linked': 'notYouLinked',
  'passkey-added': 'notYouPasskey',
};

/** To the person alone. It has no link that does anything, and nothing that lets anybody in. */
export function accountNotice(
  { notice, at, name, address, from }: Happening,
  locale: Locale = 'es-AR',
): Composed {
  const t = createMailTexts(locale);
  const known = { name, at: formatDayAndTime(at) };
  return compose(locale, t(`mail.account.${notice}.subject`).text, [
    { kind: 'title', content: t(`mail.account.${notice}.subject`) },
    { kind: 'paragraph', content: t(`mail.account.${notice}.text`, known) },
    ...(from ? [{ kind: 'paragraph' as const, content: t('mail.account.from', { ...from }) }] : []),
    { kind: 'panel', content: t(`mail.account.${whatToDo[notice] ?? 'notYou'}`) },
    { kind: 'button', content: t('mail.account.open'), url: address, otherwise: t('mail.link.address') },
  ]);
}
