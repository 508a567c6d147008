import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { type Block, type Composed, compose } from './letter.ts';
import { closing, opening, type Sender } from './sender.ts';
import { createMailTexts, forSubject } from './texts.ts';

export interface Expiry {
  workspace: Sender;
  supplier: { name: string; cuit: string };
  notAfter: Date;
  /** Whole days that are left; with 0 or less it has expired. */
  daysLeft: number;
  /** To the renewal. Without one its holder is asked for it. */
  link?: string | undefined;
}

/** The mail that tells a supplier that their certificate is about to expire, or has. */
export function expiryNotice(
  { workspace, supplier, notAfter, daysLeft, link }: Expiry,
  locale: Locale = 'es-AR',
): Composed {
  const t = createMailTexts(locale);
  const { environment, name: holder } = workspace;
  const expired = daysLeft <= 0;
  const date = formatDay(notAfter);
  const inSubject = { environment, date, company: forSubject(supplier.name) };
  const known = {
    holder,
    company: supplier.name,
    cuit: maskCuit(supplier.cuit),
    date,
    days: daysLeft,
  };
  const subject = t(expired ? 'mail.expiry.subjectExpired' : 'mail.expiry.subject', inSubject).text;
  return compose(locale, subject, [
    ...opening(t, workspace),
    { kind: 'title', content: t(expired ? 'mail.expiry.headingExpired' : 'mail.expiry.heading', known) },
    { kind: 'paragraph', content: t(expired ? 'mail.expiry.leadExpired' : 'mail.expiry.lead', known) },
    { kind: 'paragraph', content: t(expired ? 'mail.expiry.meansExpired' : 'mail.expiry.means', known) },
    { kind: 'heading', content: t('mail.expiry.todo') },
    ...(link ? renewing(link) : waiting()),
    ...closing(t, workspace),
    { kind: 'small', content: t('mail.expiry.why') },
  ]);

  function renewing(url: string): Block[] {
    return [
      {
        kind: 'steps',
        items: [
          t(expired ? 'mail.expiry.openExpired' : 'mail.expiry.open', known),
          t('mail.expiry.sameAlias'),
          t('mail.expiry.done', { holder }),
        ],
      },
      {
        kind: 'button',
        content: t('mail.expiry.begin'),
        url,
        otherwise: t('mail.link.address'),
        colour: workspace.colour,
      },
      { kind: 'paragraph', content: t('mail.link.share') },
    ];
  }

  function waiting(): Block[] {
    return [
      {
        kind: 'steps',
        items: [
          t('mail.expiry.wait', { holder }),
          t(expired ? 'mail.expiry.renewExpired' : 'mail.expiry.renew', known),
          t('mail.expiry.remind', { holder }),
        ],
      },
    ];
  }
}
