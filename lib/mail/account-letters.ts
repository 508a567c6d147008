import type { LoggedAction } from '#lib/audit-actions.ts';
import type { Workspace } from '#lib/context.ts';
import { formatDay, formatDayAndTime, type Locale, type TextKey } from '#lib/i18n.ts';
import { asWritten, compose, createMailTexts, forSubject, joined, type Letter } from './letter.ts';

/** A change of how a person gets into the Console, which they are told by mail. */
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
  /** The person's name. */
  name: string;
  /** Address of the page of their account. */
  address: string;
  from?: CameFrom | undefined;
}

/** Advice for notices where a new password alone would not help: it leaves linked logins and passkeys as they are. */
const whatToDo: Partial<Record<AccountNotice, 'notYouLinked' | 'notYouPasskey'>> = {
  'identity-linked': 'notYouLinked',
  'passkey-added': 'notYouPasskey',
};

/** Tells a person that a way into their account changed. The letter has no link that does anything, and no secret. */
export function accountLetter(
  { notice, at, name, address, from }: Happening,
  locale: Locale = 'es-AR',
): Letter {
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

/** The mail with which somebody sets a new password. Who did not ask for it need not do anything. */
export function passwordResetLetter(
  { name, url, minutes }: { name: string; url: string; minutes: number },
  locale: Locale,
): Letter {
  const t = createMailTexts(locale);
  return compose(locale, t('mail.passwordReset.subject').text, [
    { kind: 'title', content: t('mail.passwordReset.subject') },
    { kind: 'paragraph', content: t('mail.passwordReset.lead', { name, minutes }) },
    { kind: 'button', content: t('mail.passwordReset.open'), url, otherwise: t('mail.link.address') },
    { kind: 'panel', content: t('mail.passwordReset.notYou') },
  ]);
}

export interface KeyExpiry {
  workspace: Workspace;
  key: { name: string; prefix: string };
  expiresAt: Date;
  /** Address of the Console's page of API keys. */
  address: string;
}

/** The mail to an owner of a workspace: an API key ends soon. */
export function keyExpiryLetter(
  { workspace, key, expiresAt, address }: KeyExpiry,
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const { environment } = workspace;
  const known = { ...key, date: formatDay(expiresAt), workspace: forSubject(workspace.name), environment };
  return compose(locale, t('mail.key.subject', { ...known, name: forSubject(key.name) }).text, [
    { kind: 'title', content: t('mail.key.heading', known) },
    { kind: 'paragraph', content: t('mail.key.lead', known) },
    { kind: 'paragraph', content: t('mail.key.todo') },
    { kind: 'button', content: t('mail.key.open'), url: address, otherwise: t('mail.link.address') },
    { kind: 'small', content: t('mail.key.why', known) },
  ]);
}

export interface Digest {
  workspace: Workspace;
  /** All that failed; `lines` has the newest of them. */
  count: number;
  lines: { action: LoggedAction; at: Date; about: string; why: string }[];
  /** Address of the Console's list of everything that failed. */
  address: string;
}

/** The mail of the morning to a member of a workspace: what failed there since the last one. */
export function digestLetter({ workspace, count, lines, address }: Digest, locale: Locale): Letter {
  const t = createMailTexts(locale);
  const { environment } = workspace;
  const known = { count, workspace: forSubject(workspace.name), environment };
  const more = count - lines.length;
  return compose(locale, t('mail.digest.subject', known).text, [
    { kind: 'title', content: t('mail.digest.heading', known) },
    {
      kind: 'list',
      items: lines.map(({ action, at, about, why }) =>
        joined(
          asWritten(`${formatDayAndTime(at)}.`),
          t(`mail.digest.lines.${action}` as TextKey, { about, why: why || 'none' }),
        ),
      ),
    },
    ...(more > 0 ? [{ kind: 'paragraph' as const, content: t('mail.digest.more', { count: more }) }] : []),
    { kind: 'button', content: t('mail.digest.open'), url: address, otherwise: t('mail.link.address') },
    { kind: 'small', content: t('mail.digest.why', known) },
  ]);
}
