import { maskCuit } from '#lib/documents/cuit.ts';
import type { Locale } from '#lib/i18n.ts';
import { maskAddress } from './address.ts';
import type { Receiver } from './completed.ts';
import { type Composed, compose } from './letter.ts';
import { closing, opening, type Sender } from './sender.ts';
import { createMailTexts, forSubject } from './texts.ts';

/** A good certificate that the authority does not let in. */
export interface Unproved {
  workspace: Sender;
  supplier: { name: string; cuit: string };
  /** What the certificate is called at the authority. */
  alias: string;
  supplierEmail?: string | undefined;
}

/** To who has to authorize it. `link` leads to the step; without one, as when it ran out, its holder is asked for it. */
export function unprovedToSupplier(
  about: Unproved,
  { as, link }: Receiver,
  locale: Locale = 'es-AR',
): Composed {
  const { workspace } = about;
  const { t, known, inSubject } = beginning(about, locale);
  return compose(locale, t('mail.unproved.subject', inSubject).text, [
    ...opening(t, workspace),
    { kind: 'title', content: t('mail.unproved.heading') },
    { kind: 'paragraph', content: t('mail.unproved.lead', known) },
    { kind: 'heading', content: t('mail.unproved.todo') },
    {
      kind: 'steps',
      items: [
        t(`mail.unproved.look.${workspace.environment}`, known),
        t('mail.unproved.mend'),
        t('mail.unproved.check'),
      ],
    },
    ...(link
      ? [
          {
            kind: 'button' as const,
            content: t('mail.unproved.continue'),
            url: link,
            otherwise: t('mail.link.address'),
            colour: workspace.colour,
          },
        ]
      : []),
    ...closing(t, workspace),
    { kind: 'small', content: t('mail.completed.why', { receiver: as }) },
  ]);
}

/** To who sent the link. `entry` is the supplier's page in the Console. */
export function unprovedToHolder(about: Unproved, entry: string, locale: Locale = 'es-AR'): Composed {
  const { t, known, inSubject } = beginning(about, locale);
  const { supplierEmail } = about;
  return compose(locale, t('mail.unproved.holderSubject', inSubject).text, [
    { kind: 'title', content: t('mail.unproved.holderHeading', known) },
    { kind: 'paragraph', content: t('mail.unproved.holderLead', known) },
    { kind: 'paragraph', content: t('mail.unproved.holderMeans', known) },
    {
      kind: 'paragraph',
      content: supplierEmail
        ? t('mail.unproved.holderTold', { address: maskAddress(supplierEmail) })
        : t('mail.unproved.holderNotTold'),
    },
    {
      kind: 'button',
      content: t('mail.unproved.holderOpen'),
      url: entry,
      otherwise: t('mail.link.address'),
    },
  ]);
}

function beginning({ workspace, supplier, alias }: Unproved, locale: Locale) {
  const { environment } = workspace;
  return {
    t: createMailTexts(locale),
    known: { company: supplier.name, cuit: maskCuit(supplier.cuit), alias, environment },
    inSubject: { environment, company: forSubject(supplier.name) },
  };
}
