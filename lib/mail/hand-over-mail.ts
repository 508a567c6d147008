import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import type { SharedLink } from './go-on-mail.ts';
import { type Composed, compose } from './letter.ts';
import { closing } from './sender.ts';
import { createMailTexts, forSubject } from './texts.ts';

/**
 * The mail to whom the supplier hands the steps at the authority over to: who asks, for which company, what it is. Of
 * what people typed it has the company's name alone, and that only when no address is in it.
 */
export function handOverMail({ sender, supplier, link }: SharedLink, locale: Locale = 'es-AR'): Composed {
  const t = createMailTexts(locale);
  const { environment, name: holder } = sender;
  const cuit = maskCuit(supplier.cuit);
  const company = looksLikeAddress.test(supplier.name) ? `CUIT ${cuit}` : forSubject(supplier.name);
  return compose(locale, t('mail.handOver.subject', { company, environment }).text, [
    ...(environment === 'sandbox' ? [{ kind: 'warning' as const, content: t('mail.sandbox') }] : []),
    { kind: 'title', content: t('mail.handOver.heading', { company }) },
    { kind: 'paragraph', content: t('mail.handOver.lead', { company, cuit, holder }) },
    { kind: 'heading', content: t('mail.handOver.what') },
    {
      kind: 'list',
      items: [
        t('mail.handOver.steps', { environment }),
        t('mail.handOver.time'),
        t('mail.handOver.key', { company }),
      ],
    },
    {
      kind: 'button',
      content: t('mail.handOver.open'),
      url: link.url,
      otherwise: t('mail.link.address'),
      colour: sender.colour,
    },
    { kind: 'paragraph', content: t('mail.handOver.yours', { company, date: formatDay(link.expiresAt) }) },
    ...closing(t, sender),
    { kind: 'small', content: t('mail.handOver.why', { company }) },
  ]);
}

/** What a mail program makes a link of. A company may be called so, and a stranger's page may, too. */
const looksLikeAddress = /:\/\/|@|\bwww\.|[\p{L}\d-]{2,}\.\p{L}{2,}/iu;
