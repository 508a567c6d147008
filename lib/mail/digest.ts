import type { LoggedAction } from '#lib/audit-actions.ts';
import type { Workspace } from '#lib/context.ts';
import { formatDayAndTime, type Locale, type TextKey } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { asWritten, createMailTexts, forSubject, joined } from './texts.ts';

export interface Digest {
  workspace: Workspace;
  /** Of which `lines` has the newest. */
  count: number;
  lines: { action: LoggedAction; at: Date; about: string; why: string }[];
  /** Of the whole list, in the Console. */
  address: string;
}

/** The mail of the morning to a member of a workspace: what failed there since the last one. */
export function digestMail({ workspace, count, lines, address }: Digest, locale: Locale): Composed {
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
