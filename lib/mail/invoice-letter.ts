import type { Environment } from '#lib/authority-environment.ts';
import type { Colour } from '#lib/colour.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { type Block, compose, createMailTexts, forSubject, joinTexts, type Letter } from './letter.ts';

/** An invoice as its customer reads it. Document texts are in Spanish and formatted for display. */
export interface MailedInvoice {
  environment: Environment;
  supplier: string;
  /** Name of the workspace, which sends the mail for the supplier. */
  workspace: string;
  /** Who answers questions: the supplier or the workspace. */
  contact: { name: string; email: string | undefined };
  /** `Factura B 00003-00000012` */
  title: string;
  date: string;
  total: string;
  dueDate: string | undefined;
  /** Address of the PDF that needs no account. */
  link: { url: string; expiresAt: Date } | undefined;
  colour: Colour | undefined;
}

/** Composes the mail to which the PDF is attached. */
export function invoiceLetter(
  { environment, supplier, workspace, contact, title, date, total, dueDate, link, colour }: MailedInvoice,
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const sandbox: Block[] =
    environment === 'sandbox' ? [{ kind: 'warning', content: t('mail.invoice.sandbox') }] : [];
  const download: Block[] = link
    ? [
        {
          kind: 'button',
          content: t('mail.invoice.open'),
          url: link.url,
          urlLabel: t('mail.link.address'),
          colour,
        },
      ]
    : [];
  const attached = t('mail.invoice.attached');
  return compose(
    locale,
    t('mail.invoice.subject', { title, supplier: forSubject(supplier), environment }).text,
    [
      ...sandbox,
      { kind: 'title', content: t('mail.invoice.heading', { title }) },
      { kind: 'paragraph', content: t('mail.invoice.lead', { supplier }) },
      {
        kind: 'list',
        items: [
          t('mail.invoice.date', { date }),
          t('mail.invoice.total', { total }),
          ...(dueDate ? [t('mail.invoice.due', { date: dueDate })] : []),
        ],
      },
      {
        kind: 'paragraph',
        content: link
          ? joinTexts(attached, t('mail.invoice.linked', { date: formatDay(link.expiresAt) }))
          : attached,
      },
      ...download,
      {
        kind: 'paragraph',
        content: contact.email
          ? t('mail.help', { holder: contact.name, email: contact.email })
          : t('mail.helpName', { holder: contact.name }),
      },
      {
        kind: 'small',
        content: t('mail.invoice.why', { supplier, workspace, own: supplier === workspace ? 'yes' : 'no' }),
      },
    ],
  );
}
