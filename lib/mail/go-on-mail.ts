import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { type Composed, compose } from './letter.ts';
import { closing, opening, type Sender } from './sender.ts';
import { createMailTexts, joined } from './texts.ts';

export interface SharedLink {
  sender: Sender;
  supplier: { name: string; cuit: string };
  link: { url: string; expiresAt: Date };
}

/**
 * The mail with which somebody goes on elsewhere. They say where it goes, so nothing in it is of their making: not
 * the company's name either, which can be changed in the wizard.
 */
export function goOnMail({ sender, supplier, link }: SharedLink, locale: Locale = 'es-AR'): Composed {
  const t = createMailTexts(locale);
  const { environment, name: holder } = sender;
  return compose(locale, t('mail.goOn.subject', { environment }).text, [
    ...opening(t, sender),
    { kind: 'title', content: t('mail.goOn.heading') },
    { kind: 'paragraph', content: t('mail.goOn.lead', { holder, cuit: maskCuit(supplier.cuit) }) },
    {
      kind: 'button',
      content: t('mail.goOn.open'),
      url: link.url,
      otherwise: t('mail.link.address'),
      colour: sender.colour,
    },
    {
      kind: 'paragraph',
      content: joined(t('mail.goOn.valid', { date: formatDay(link.expiresAt) }), t('mail.link.share')),
    },
    ...closing(t, sender),
    { kind: 'small', content: t('mail.goOn.why') },
  ]);
}
