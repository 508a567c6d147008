import type { Workspace } from '#lib/context.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { createMailTexts, forSubject } from './texts.ts';

export interface KeyExpiry {
  workspace: Workspace;
  key: { name: string; prefix: string };
  expiresAt: Date;
  /** Of the keys, in the Console. */
  address: string;
}

/** The mail to an owner of a workspace: an API key ends soon. */
export function keyExpiryMail(
  { workspace, key, expiresAt, address }: KeyExpiry,
  locale: Locale = 'es-AR',
): Composed {
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
