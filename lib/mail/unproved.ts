import { formatCuit } from '#lib/documents/cuit.ts';
import type { Locale } from '#lib/i18n.ts';
import { maskAddress } from './address.ts';
import { type Composed, compose } from './letter.ts';
import { closing, opening, type Sender } from './sender.ts';
import { forSubject, wordsIn } from './words.ts';

/** A good certificate that the authority does not let in. */
export interface Unproved {
  workspace: Sender;
  supplier: { name: string; cuit: string };
  /** What the certificate is called at the authority. */
  alias: string;
  supplierEmail?: string | undefined;
}

/** To who has to authorise it. `link` leads to the step; without one, as when it ran out, its holder is asked for it. */
export function unprovedToSupplier(
  about: Unproved,
  link: string | undefined,
  locale: Locale = 'es-AR',
): Composed {
  const { workspace } = about;
  const { tell, known, inSubject } = beginning(about, locale);
  return compose(locale, tell('mail.unproved.subject', inSubject).text, [
    ...opening(tell, workspace),
    { kind: 'title', words: tell('mail.unproved.heading') },
    { kind: 'paragraph', words: tell('mail.unproved.lead', known) },
    { kind: 'heading', words: tell('mail.unproved.todo') },
    {
      kind: 'steps',
      items: [
        tell(`mail.unproved.look.${workspace.environment}`, known),
        tell('mail.unproved.mend'),
        tell('mail.unproved.check'),
      ],
    },
    ...(link
      ? [
          {
            kind: 'button' as const,
            words: tell('mail.unproved.continue'),
            url: link,
            otherwise: tell('mail.link.address'),
          },
        ]
      : []),
    ...closing(tell, workspace),
    { kind: 'small', words: tell('mail.unproved.why') },
  ]);
}

/** To who sent the link. `entry` is the supplier's page in the Console. */
export function unprovedToHolder(about: Unproved, entry: string, locale: Locale = 'es-AR'): Composed {
  const { tell, known, inSubject } = beginning(about, locale);
  const { supplierEmail } = about;
  return compose(locale, tell('mail.unproved.holderSubject', inSubject).text, [
    { kind: 'title', words: tell('mail.unproved.holderHeading', known) },
    { kind: 'paragraph', words: tell('mail.unproved.holderLead', known) },
    { kind: 'paragraph', words: tell('mail.unproved.holderMeans', known) },
    {
      kind: 'paragraph',
      words: supplierEmail
        ? tell('mail.unproved.holderTold', { address: maskAddress(supplierEmail) })
        : tell('mail.unproved.holderNotTold'),
    },
    {
      kind: 'button',
      words: tell('mail.unproved.holderOpen'),
      url: entry,
      otherwise: tell('mail.link.address'),
    },
  ]);
}

function beginning({ workspace, supplier, alias }: Unproved, locale: Locale) {
  const { environment } = workspace;
  return {
    tell: wordsIn(locale),
    known: { company: supplier.name, cuit: formatCuit(supplier.cuit), alias, environment },
    inSubject: { environment, company: forSubject(supplier.name) },
  };
}
