import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { closing, opening, ownBlock, type Sender } from './sender.ts';
import { createMailTexts, forSubject, joined, oneLine } from './texts.ts';

export interface RegistrationLink {
  workspace: Sender;
  /** A certificate, its renewal, a delegation, or the choice. */
  intent: 'register' | 'renew' | 'delegation' | 'choice';
  supplier: { name: string; cuit: string };
  link: { url: string; expiresAt: Date };
  /** In place of the catalogue's. */
  subject?: string | undefined;
}

/** The mail that brings a supplier the link to their registration. The link is in its body only. */
export function registrationLinkMail(
  { workspace, intent, supplier, link, subject }: RegistrationLink,
  locale: Locale = 'es-AR',
): Composed {
  const t = createMailTexts(locale);
  const { environment, name: holder } = workspace;
  const inSubject = { intent, environment, holder: forSubject(holder), company: forSubject(supplier.name) };
  return compose(locale, oneLine(subject ?? t('mail.link.subject', inSubject).text), [
    ...opening(t, workspace),
    { kind: 'title', content: t('mail.link.heading', { intent }) },
    ...ownBlock(workspace.greeting, locale),
    { kind: 'paragraph', content: t('mail.link.lead', { intent, holder }) },
    {
      kind: 'panel',
      content: joined(
        t('mail.link.company', { company: supplier.name, cuit: maskCuit(supplier.cuit) }),
        t('mail.link.notYours', { holder }),
      ),
    },
    { kind: 'heading', content: t('mail.link.needs') },
    {
      kind: 'list',
      items: [
        t('mail.link.needTime', { intent }),
        t('mail.link.needKey', { level: environment === 'live' ? '3' : '2' }),
        t('mail.link.needComputer'),
        t('mail.link.needRole'),
      ],
    },
    {
      kind: 'button',
      content: t('mail.link.begin'),
      url: link.url,
      otherwise: t('mail.link.address'),
      colour: workspace.colour,
    },
    {
      kind: 'paragraph',
      content: joined(
        t('frame.linkValid', { date: formatDay(link.expiresAt) }),
        t('frame.saved'),
        t('mail.link.share'),
      ),
    },
    ...closing(t, workspace),
    { kind: 'small', content: t('mail.link.why', { holder }) },
  ]);
}
