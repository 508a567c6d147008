import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import type { SharedLink } from './go-on-mail.ts';
import { type Composed, compose } from './letter.ts';
import { closing, opening, ownBlock } from './sender.ts';
import { createMailTexts, forSubject, joined } from './texts.ts';

/**
 * The mail that reminds a supplier of what they were asked for. Who had the address noted is not known: of what can be
 * typed in the wizard it has nothing.
 */
export function reminderMail(
  { sender, supplier, link, hasBegun }: SharedLink & { hasBegun: boolean },
  locale: Locale = 'es-AR',
): Composed {
  const t = createMailTexts(locale);
  const { environment, name: holder } = sender;
  const stage = hasBegun ? 'begun' : 'new';
  const inSubject = { stage, environment, holder: forSubject(holder) };
  return compose(locale, t('mail.reminder.subject', inSubject).text, [
    ...opening(t, sender),
    { kind: 'title', content: t('mail.reminder.heading', { stage }) },
    ...ownBlock(sender.reminder, locale),
    { kind: 'paragraph', content: t('mail.reminder.lead', { stage, holder, cuit: maskCuit(supplier.cuit) }) },
    { kind: 'paragraph', content: t('mail.reminder.handOver') },
    {
      kind: 'button',
      content: t('mail.reminder.open', { stage }),
      url: link.url,
      otherwise: t('mail.link.address'),
      colour: sender.colour,
    },
    {
      kind: 'paragraph',
      content: joined(t('mail.goOn.valid', { date: formatDay(link.expiresAt) }), t('mail.link.share')),
    },
    ...closing(t, sender),
    { kind: 'small', content: t('mail.reminder.why', { holder }) },
  ]);
}
