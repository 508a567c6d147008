import type { Environment } from '#lib/authority-environment.ts';
import { maskCuit } from '#lib/documents/cuit.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { catalogues, formatDay, type Locale } from '#lib/i18n.ts';
import { type Block, compose, createMailTexts, forSubject, type Letter } from './letter.ts';
import { greetingBlock, maskAddress, type Sender, signatureBlocks } from './send-mail.ts';

export interface CompletedRegistration {
  workspace: Sender;
  intent: 'register' | 'renew';
  supplier: { name: string; cuit: string };
  /**
   * `ready`: invoices can be issued. `point-missing`: a point of sale is needed first. `point-found`: the
   * missing point of sale now exists.
   */
  stage: 'ready' | 'point-missing' | 'point-found';
  points: number[];
  /** Services without a usable point of sale; set with `point-missing`. */
  lacking: InvoicingServiceId[];
  /** Expiry of the certificate; absent for a delegation. */
  notAfter?: Date | undefined;
}

export interface Receiver {
  as: 'supplier' | 'helper';
  /** Link to the registration. Without it, the mail has no button. */
  link?: string | undefined;
}

/** Composes the mail about a registration that was completed while nobody had its page open. */
export function completedLetter(
  about: CompletedRegistration,
  { as, link }: Receiver,
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const { workspace, intent, supplier, stage, notAfter, points, lacking } = about;
  const { environment, name: holder } = workspace;
  const { pointNoticeDays: days, pointNoticeRule: rule } = catalogues[locale].portal;
  const values = {
    intent,
    way: notAfter ? 'certificate' : 'delegation',
    holder,
    company: supplier.name,
    cuit: maskCuit(supplier.cuit),
    count: points.length,
    points: points.join(', '),
    missing: lacking.length > 1 ? 'both' : lacking.includes('wsfex') ? 'exports' : 'invoices',
    days,
    rule,
    ...(notAfter ? { date: formatDay(notAfter) } : {}),
  };
  const keys = messageKeys[stage];
  const button = {
    kind: 'button' as const,
    content: t(stage === 'point-missing' ? 'mail.completed.pointContinue' : 'mail.completed.see', values),
    urlLabel: t('mail.link.address'),
    colour: workspace.colour,
  };
  const subject = t(keys.subject, { ...values, environment, company: forSubject(supplier.name) }).text;
  return compose(locale, subject, [
    ...greetingBlock(t, workspace, 'mail.notice'),
    { kind: 'title', content: t(keys.heading, values) },
    { kind: 'paragraph', content: t(keys.lead, values) },
    ...outcomeBlocks(),
    ...(link ? [{ ...button, url: link }] : []),
    ...signatureBlocks(t, workspace),
    { kind: 'small', content: t('mail.completed.why', { receiver: as }) },
  ]);

  function outcomeBlocks(): Block[] {
    switch (stage) {
      case 'ready':
        return notAfter ? [{ kind: 'paragraph', content: t('mail.completed.until', values) }] : [];
      case 'point-found':
        return [{ kind: 'paragraph', content: t('mail.ready.rule', values) }];
      case 'point-missing':
        return [
          { kind: 'heading', content: t('mail.completed.pointTodo') },
          {
            kind: 'steps',
            items: [
              t('mail.completed.pointOpen'),
              t('mail.completed.pointAdd', values),
              t('mail.completed.pointRule', values),
            ],
          },
          { kind: 'paragraph', content: t('mail.completed.pointDone') },
        ];
    }
  }
}

const messageKeys = {
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

/** A valid certificate that is not authorized for the service at the authority. */
export interface UnprovedCertificate {
  workspace: Sender;
  supplier: { name: string; cuit: string };
  /** The certificate's alias at the authority. */
  alias: string;
  /** The service that refuses it. */
  refused: InvoicingServiceId;
  supplierEmail?: string | undefined;
}

/** Composes the mail to the person who has to authorize the certificate. `link` leads to that step. */
export function unprovedLetterToSupplier(
  about: UnprovedCertificate,
  { as, link }: Receiver,
  locale: Locale = 'es-AR',
): Letter {
  const { workspace } = about;
  const { t, values, subjectValues } = commonParts(about, locale);
  return compose(locale, t('mail.unproved.subject', subjectValues).text, [
    ...greetingBlock(t, workspace),
    { kind: 'title', content: t('mail.unproved.heading', values) },
    { kind: 'paragraph', content: t('mail.unproved.lead', values) },
    { kind: 'heading', content: t('mail.unproved.todo') },
    {
      kind: 'steps',
      items: [
        t(`mail.unproved.look.${workspace.environment}`, values),
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
            urlLabel: t('mail.link.address'),
            colour: workspace.colour,
          },
        ]
      : []),
    ...signatureBlocks(t, workspace),
    { kind: 'small', content: t('mail.completed.why', { receiver: as }) },
  ]);
}

/** Composes the mail to the account holder. `entry` is the supplier's page in the Console. */
export function unprovedLetterToHolder(
  about: UnprovedCertificate,
  entry: string,
  locale: Locale = 'es-AR',
): Letter {
  const { t, values, subjectValues } = commonParts(about, locale);
  const { supplierEmail } = about;
  return compose(locale, t('mail.unproved.holderSubject', subjectValues).text, [
    { kind: 'title', content: t('mail.unproved.holderHeading', values) },
    { kind: 'paragraph', content: t('mail.unproved.holderLead', values) },
    { kind: 'paragraph', content: t('mail.unproved.holderMeans', values) },
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
      urlLabel: t('mail.link.address'),
    },
  ]);
}

function commonParts({ workspace, supplier, alias, refused }: UnprovedCertificate, locale: Locale) {
  const { environment } = workspace;
  return {
    t: createMailTexts(locale),
    values: { company: supplier.name, cuit: maskCuit(supplier.cuit), alias, refused, environment },
    subjectValues: { environment, company: forSubject(supplier.name) },
  };
}

/** A CUIT that the supplier reported as wrong. */
export interface WrongCuit {
  environment: Environment;
  supplier: { name: string; cuit: string };
  /** Name in the authority's register; absent if nobody has the CUIT. */
  nameAtAuthority: string | undefined;
}

/** Composes the mail to the account holder. `entry` is the supplier's page in the Console. */
export function wrongCuitLetter(about: WrongCuit, entry: string, locale: Locale = 'es-AR'): Letter {
  const { environment, supplier, nameAtAuthority } = about;
  const t = createMailTexts(locale);
  const values = { company: supplier.name, cuit: maskCuit(supplier.cuit) };
  const subject = t('mail.wrongCuit.subject', { environment, company: forSubject(supplier.name) }).text;
  return compose(locale, subject, [
    { kind: 'title', content: t('mail.wrongCuit.heading', values) },
    {
      kind: 'paragraph',
      content: nameAtAuthority
        ? t('mail.wrongCuit.otherName', { ...values, name: nameAtAuthority })
        : t('mail.wrongCuit.unknown', values),
    },
    { kind: 'paragraph', content: t('mail.wrongCuit.todo') },
    { kind: 'button', content: t('mail.unproved.holderOpen'), url: entry, urlLabel: t('mail.link.address') },
  ]);
}

export interface Expiry {
  workspace: Sender;
  supplier: { name: string; cuit: string };
  notAfter: Date;
  /** Whole days left; 0 or less if the certificate has expired. */
  daysLeft: number;
  /** Link to the renewal. Without it, the mail asks the supplier to request one from the sender. */
  link?: string | undefined;
}

/** Composes the mail to a supplier whose certificate is about to expire or has expired. */
export function expiryLetter(
  { workspace, supplier, notAfter, daysLeft, link }: Expiry,
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const { environment, name: holder } = workspace;
  const isExpired = daysLeft <= 0;
  const date = formatDay(notAfter);
  const subjectValues = { environment, date, company: forSubject(supplier.name) };
  const values = {
    holder,
    company: supplier.name,
    cuit: maskCuit(supplier.cuit),
    date,
    days: daysLeft,
  };
  const subject = t(isExpired ? 'mail.expiry.subjectExpired' : 'mail.expiry.subject', subjectValues).text;
  return compose(locale, subject, [
    ...greetingBlock(t, workspace, 'mail.notice'),
    { kind: 'title', content: t(isExpired ? 'mail.expiry.headingExpired' : 'mail.expiry.heading', values) },
    { kind: 'paragraph', content: t(isExpired ? 'mail.expiry.leadExpired' : 'mail.expiry.lead', values) },
    { kind: 'paragraph', content: t(isExpired ? 'mail.expiry.meansExpired' : 'mail.expiry.means', values) },
    { kind: 'heading', content: t('mail.expiry.todo') },
    ...(link ? renewalBlocks(link) : waitingBlocks()),
    ...signatureBlocks(t, workspace),
    { kind: 'small', content: t('mail.expiry.why') },
  ]);

  function renewalBlocks(url: string): Block[] {
    return [
      {
        kind: 'steps',
        items: [
          t(isExpired ? 'mail.expiry.openExpired' : 'mail.expiry.open', values),
          t('mail.expiry.sameAlias'),
          t('mail.expiry.done', { holder }),
        ],
      },
      {
        kind: 'button',
        content: t('mail.expiry.begin'),
        url,
        urlLabel: t('mail.link.address'),
        colour: workspace.colour,
      },
      { kind: 'paragraph', content: t('mail.link.share') },
    ];
  }

  function waitingBlocks(): Block[] {
    return [
      {
        kind: 'steps',
        items: [
          t('mail.expiry.wait', { holder }),
          t(isExpired ? 'mail.expiry.renewExpired' : 'mail.expiry.renew', values),
          t('mail.expiry.remind', { holder }),
        ],
      },
    ];
  }
}

/**
 * Reason why the delegate's certificate will stop working: it expires, or the next certificate has an alias
 * that the suppliers have not authorized (docs/authority.md#delegation).
 */
export type DelegateRisk = 'expiring' | 'other-alias';

export interface DelegateAtRisk {
  environment: Environment;
  delegate: { name: string; cuit: string };
  delegators: number;
  risk: DelegateRisk;
  notAfter: Date;
  daysLeft: number;
}

/** Composes the mail to the account holder. `entry` is the delegate's page in the Console. */
export function delegateLetter(about: DelegateAtRisk, entry: string, locale: Locale = 'es-AR'): Letter {
  const { environment, delegate, delegators, risk, notAfter, daysLeft: days } = about;
  const t = createMailTexts(locale);
  const date = formatDay(notAfter);
  const values = { company: delegate.name, cuit: maskCuit(delegate.cuit), delegators, date, days };
  const subject = t(`mail.delegate.${risk}.subject`, {
    environment,
    date,
    company: forSubject(delegate.name),
    delegators,
  }).text;
  return compose(locale, subject, [
    { kind: 'title', content: t(`mail.delegate.${risk}.heading`, values) },
    { kind: 'paragraph', content: t(`mail.delegate.${risk}.lead`, values) },
    { kind: 'paragraph', content: t(`mail.delegate.${risk}.todo`, values) },
    { kind: 'button', content: t('mail.unproved.holderOpen'), url: entry, urlLabel: t('mail.link.address') },
  ]);
}
