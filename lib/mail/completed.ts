import { maskCuit } from '#lib/documents/cuit.ts';
import { catalogues, formatDay, type Locale } from '#lib/i18n.ts';
import { type Block, type Composed, compose } from './letter.ts';
import { closing, opening, type Sender } from './sender.ts';
import { createMailTexts, forSubject } from './texts.ts';

/** A registration that is complete, and how far its supplier is. */
export interface Completed {
  workspace: Sender;
  intent: 'register' | 'renew';
  supplier: { name: string; cuit: string };
  /**
   * `ready`: invoices can be issued. `point-missing`: not before a point of sale is there. `point-found`: it is there
   * now.
   */
  what: 'ready' | 'point-missing' | 'point-found';
  /** The numbers that can be used. */
  points: number[];
  /** Of the certificate; who delegates has none. */
  notAfter?: Date | undefined;
}

export interface Receiver {
  as: 'supplier' | 'helper';
  /** Leads to the registration. Without one the mail has no button. */
  link?: string | undefined;
}

/** The mail that says that it is done, to those who were not looking when it was. */
export function completedMail(about: Completed, { as, link }: Receiver, locale: Locale = 'es-AR'): Composed {
  const t = createMailTexts(locale);
  const { workspace, intent, supplier, what, notAfter, points } = about;
  const { environment, name: holder } = workspace;
  const { pointNoticeDays: days, pointNoticeRule: rule } = catalogues[locale].portal;
  const known = {
    intent,
    way: notAfter ? 'certificate' : 'delegation',
    holder,
    company: supplier.name,
    cuit: maskCuit(supplier.cuit),
    count: points.length,
    points: points.join(', '),
    days,
    rule,
    ...(notAfter ? { date: formatDay(notAfter) } : {}),
  };
  const keys = keysOf[what];
  const button = {
    kind: 'button' as const,
    content: t(what === 'point-missing' ? 'mail.completed.pointContinue' : 'mail.completed.see'),
    otherwise: t('mail.link.address'),
    colour: workspace.colour,
  };
  const subject = t(keys.subject, { intent, environment, company: forSubject(supplier.name) }).text;
  return compose(locale, subject, [
    ...opening(t, workspace),
    { kind: 'title', content: t(keys.heading, known) },
    { kind: 'paragraph', content: t(keys.lead, known) },
    ...more(),
    ...(link ? [{ ...button, url: link }] : []),
    ...closing(t, workspace),
    { kind: 'small', content: t('mail.completed.why', { receiver: as }) },
  ]);

  function more(): Block[] {
    switch (what) {
      case 'ready':
        return notAfter ? [{ kind: 'paragraph', content: t('mail.completed.until', known) }] : [];
      case 'point-found':
        return [{ kind: 'paragraph', content: t('mail.ready.rule', known) }];
      case 'point-missing':
        return [
          { kind: 'heading', content: t('mail.completed.pointTodo') },
          {
            kind: 'steps',
            items: [
              t('mail.completed.pointOpen'),
              t('mail.completed.pointAdd'),
              t('mail.completed.pointRule', known),
            ],
          },
          { kind: 'paragraph', content: t('mail.completed.pointDone') },
        ];
    }
  }
}

const keysOf = {
  ready: {
    subject: 'mail.completed.subject',
    heading: 'mail.completed.heading',
    lead: 'mail.completed.lead',
  },
  'point-missing': {
    subject: 'mail.completed.pointSubject',
    heading: 'mail.completed.pointHeading',
    lead: 'mail.completed.pointLead',
  },
  'point-found': {
    subject: 'mail.ready.subject',
    heading: 'mail.ready.heading',
    lead: 'mail.ready.lead',
  },
} as const;
