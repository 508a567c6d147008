import type { LoggedAction } from '#lib/audit-actions.ts';
import type { Workspace } from '#lib/context.ts';
import { formatDay, formatDayAndTime, type Locale, type TextKey } from '#lib/i18n.ts';
import { compose, createMailTexts, forSubject, joinTexts, type Letter, literalText } from './letter.ts';

/** Changes of a user's login to the Console that are reported to the user by mail. */
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

/** Client address and user agent. */
export interface Client {
  address: string;
  userAgent: string;
}

interface AccountChange {
  notice: AccountNotice;
  at: Date;
  name: string;
  url: string;
  from?: Client | undefined;
}

/** Notices of changes that a new password alone would not undo, with their advice. */
const adviceByNotice: Partial<Record<AccountNotice, 'notYouLinked' | 'notYouPasskey'>> = {
  'identity-linked': 'notYouLinked',
  'passkey-added': 'notYouPasskey',
};

/** Composes the notice of an account change. Its only link is to the account page; it contains no secret. */
export function accountLetter(
  { notice, at, name, url, from }: AccountChange,
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const values = { name, at: formatDayAndTime(at) };
  return compose(locale, t(`mail.account.${notice}.subject`).text, [
    { kind: 'title', content: t(`mail.account.${notice}.subject`) },
    { kind: 'paragraph', content: t(`mail.account.${notice}.text`, values) },
    ...(from ? [{ kind: 'paragraph' as const, content: t('mail.account.from', { ...from }) }] : []),
    { kind: 'panel', content: t(`mail.account.${adviceByNotice[notice] ?? 'notYou'}`) },
    { kind: 'button', content: t('mail.account.open'), url, urlLabel: t('mail.link.address') },
  ]);
}

/** Composes the mail with the password reset link. */
export function passwordResetLetter(
  { name, url, minutes }: { name: string; url: string; minutes: number },
  locale: Locale,
): Letter {
  const t = createMailTexts(locale);
  return compose(locale, t('mail.passwordReset.subject').text, [
    { kind: 'title', content: t('mail.passwordReset.subject') },
    { kind: 'paragraph', content: t('mail.passwordReset.lead', { name, minutes }) },
    { kind: 'button', content: t('mail.passwordReset.open'), url, urlLabel: t('mail.link.address') },
    { kind: 'panel', content: t('mail.passwordReset.notYou') },
  ]);
}

export interface MemberInvitation {
  workspace: Workspace;
  /** Name of the member who invites. */
  by: string;
  url: string;
  expiresAt: Date;
}

/** Composes the mail to a person who is invited to a workspace. */
export function memberInvitationLetter(
  { workspace: { name, environment }, by, url, expiresAt }: MemberInvitation,
  locale: Locale,
): Letter {
  const t = createMailTexts(locale);
  const values = { workspace: forSubject(name), by: forSubject(by), environment, date: formatDay(expiresAt) };
  return compose(locale, t('mail.member.subject', values).text, [
    { kind: 'title', content: t('mail.member.heading', values) },
    { kind: 'paragraph', content: t('mail.member.lead', values) },
    { kind: 'button', content: t('mail.member.open'), url, urlLabel: t('mail.link.address') },
    { kind: 'paragraph', content: t('mail.member.once', values) },
    { kind: 'small', content: t('mail.member.notYou') },
  ]);
}

export interface KeyExpiry {
  workspace: Workspace;
  key: { name: string; prefix: string };
  expiresAt: Date;
  url: string;
}

export function keyExpiryLetter(
  { workspace, key, expiresAt, url }: KeyExpiry,
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const { environment } = workspace;
  const values = { ...key, date: formatDay(expiresAt), workspace: forSubject(workspace.name), environment };
  return compose(locale, t('mail.key.subject', { ...values, name: forSubject(key.name) }).text, [
    { kind: 'title', content: t('mail.key.heading', values) },
    { kind: 'paragraph', content: t('mail.key.lead', values) },
    { kind: 'paragraph', content: t('mail.key.todo') },
    { kind: 'button', content: t('mail.key.open'), url, urlLabel: t('mail.link.address') },
    { kind: 'small', content: t('mail.key.why', values) },
  ]);
}

export interface Digest {
  workspace: Workspace;
  /** Number of failures; `lines` holds the newest of them. */
  count: number;
  lines: { action: LoggedAction; at: Date; about: string; why: string }[];
  url: string;
}

export function digestLetter({ workspace, count, lines, url }: Digest, locale: Locale): Letter {
  const t = createMailTexts(locale);
  const { environment } = workspace;
  const values = { count, workspace: forSubject(workspace.name), environment };
  const more = count - lines.length;
  return compose(locale, t('mail.digest.subject', values).text, [
    { kind: 'title', content: t('mail.digest.heading', values) },
    {
      kind: 'list',
      items: lines.map(({ action, at, about, why }) =>
        joinTexts(
          literalText(`${formatDayAndTime(at)}.`),
          t(`mail.digest.lines.${action}` as TextKey, { about, why: why || 'none' }),
        ),
      ),
    },
    ...(more > 0 ? [{ kind: 'paragraph' as const, content: t('mail.digest.more', { count: more }) }] : []),
    { kind: 'button', content: t('mail.digest.open'), url, urlLabel: t('mail.link.address') },
    { kind: 'small', content: t('mail.digest.why', values) },
  ]);
}
