import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { closing, opening, type Sender } from './sender.ts';
import { forSubject, joined, oneLine, wordsIn } from './words.ts';

export interface RegistrationLink {
  workspace: Sender;
  intent: 'register' | 'renew';
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
  const tell = wordsIn(locale);
  const { environment, name: holder } = workspace;
  const inSubject = { intent, environment, holder: forSubject(holder), company: forSubject(supplier.name) };
  return compose(locale, oneLine(subject ?? tell('mail.link.subject', inSubject).text), [
    ...opening(tell, workspace),
    { kind: 'title', words: tell('mail.link.heading', { intent }) },
    { kind: 'paragraph', words: tell('mail.link.lead', { intent, holder }) },
    {
      kind: 'panel',
      words: joined(
        tell('mail.link.company', { company: supplier.name, cuit: maskCuit(supplier.cuit) }),
        tell('mail.link.notYours', { holder }),
      ),
    },
    { kind: 'heading', words: tell('mail.link.needs') },
    {
      kind: 'list',
      items: [
        tell('mail.link.needTime', { intent }),
        tell('mail.link.needKey', { level: environment === 'live' ? '3' : '2' }),
        tell('mail.link.needComputer'),
        tell('mail.link.needRole'),
      ],
    },
    { kind: 'button', words: tell('mail.link.begin'), url: link.url, otherwise: tell('mail.link.address') },
    {
      kind: 'paragraph',
      words: joined(
        tell('frame.linkValid', { date: formatDay(link.expiresAt) }),
        tell('frame.saved'),
        tell('mail.link.share'),
      ),
    },
    ...closing(tell, workspace),
    { kind: 'small', words: tell('mail.link.why', { holder }) },
  ]);
}
