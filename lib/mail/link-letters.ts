import { maskCuit } from '#lib/documents/cuit.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import {
  type Block,
  compose,
  createMailTexts,
  forSubject,
  joinTexts,
  type Letter,
  type MailText,
  oneLine,
} from './letter.ts';
import {
  greetingBlock,
  type Sender,
  signatureBlocks,
  type WorkspaceText,
  workspaceTextBlocks,
  workspaceTextIn,
} from './send-mail.ts';

interface SharedLink {
  sender: Sender;
  supplier: { name: string; cuit: string };
  link: { url: string; expiresAt: Date };
}

interface Invitation extends SharedLink {
  /** A certificate, its renewal, a delegation, or a choice between certificate and delegation. */
  intent: 'register' | 'renew' | 'delegation' | 'choice';
  /** Replaces the catalogue's subject. */
  subject?: string | undefined;
}

type Texts = ReturnType<typeof createMailTexts>;

const linkButton = (content: MailText, { colour }: Sender, { url }: SharedLink['link'], t: Texts): Block => ({
  kind: 'button',
  content,
  url,
  urlLabel: t('mail.link.address'),
  colour,
});

/** States when the link expires and that it may be passed on. */
const validity = ({ expiresAt }: SharedLink['link'], t: Texts): Block => ({
  kind: 'paragraph',
  content: joinTexts(t('mail.goOn.valid', { date: formatDay(expiresAt) }), t('mail.link.share')),
});

/** `yes` if the workspace's own text opens the mail: the paragraph after it then greets no second time. */
const openedBy = (own: WorkspaceText | undefined, locale: Locale) =>
  workspaceTextIn(own, locale) ? 'yes' : 'no';

/** Composes the mail with the supplier's registration link, which appears only in its body. */
export function invitationLetter(
  { sender, intent, supplier, link, subject }: Invitation,
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const { environment, name: holder } = sender;
  const inSubject = { intent, environment, holder: forSubject(holder), company: forSubject(supplier.name) };
  return compose(locale, oneLine(subject ?? t('mail.link.subject', inSubject).text), [
    ...greetingBlock(t, sender),
    { kind: 'title', content: t('mail.link.heading', { intent }) },
    ...workspaceTextBlocks(sender.greeting, locale),
    {
      kind: 'paragraph',
      content: t('mail.link.lead', { opened: openedBy(sender.greeting, locale), intent, holder }),
    },
    {
      kind: 'panel',
      content: joinTexts(
        t('mail.link.company', { company: supplier.name, cuit: maskCuit(supplier.cuit) }),
        t('mail.link.notYours', { holder }),
      ),
    },
    { kind: 'heading', content: t('mail.link.needs') },
    {
      kind: 'list',
      items: [
        t(environment === 'live' ? 'mail.link.needTime' : 'mail.link.needTimeSandbox', { intent }),
        t('mail.link.needKey', { level: environment === 'live' ? '3' : '2' }),
        t('mail.link.needComputer'),
        t('mail.link.needRole'),
      ],
    },
    linkButton(t('mail.link.begin'), sender, link, t),
    {
      kind: 'paragraph',
      content: joinTexts(
        t('frame.linkValid', { date: formatDay(link.expiresAt) }),
        t('frame.saved'),
        t('mail.link.share'),
      ),
    },
    ...signatureBlocks(t, sender),
    { kind: 'small', content: t('mail.link.why', { holder }) },
  ]);
}

/**
 * Composes the mail for continuing on another device. The person who requests it chooses the recipient, so it
 * contains no text that this person can edit, not even the company's name.
 */
export function continueLetter({ sender, supplier, link }: SharedLink, locale: Locale = 'es-AR'): Letter {
  const t = createMailTexts(locale);
  const { environment, name: holder } = sender;
  return compose(locale, t('mail.goOn.subject', { environment }).text, [
    ...greetingBlock(t, sender),
    { kind: 'title', content: t('mail.goOn.heading') },
    { kind: 'paragraph', content: t('mail.goOn.lead', { holder, cuit: maskCuit(supplier.cuit) }) },
    linkButton(t('mail.goOn.open'), sender, link, t),
    validity(link, t),
    ...signatureBlocks(t, sender),
    { kind: 'small', content: t('mail.goOn.why') },
  ]);
}

/**
 * Composes the mail to the person to whom the supplier hands over the steps at the authority. It states the
 * company, the workspace and the task. The only typed text is the company's name, which is replaced by the CUIT
 * if it looks like an address.
 */
export function handOverLetter({ sender, supplier, link }: SharedLink, locale: Locale = 'es-AR'): Letter {
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
    linkButton(t('mail.handOver.open'), sender, link, t),
    { kind: 'paragraph', content: t('mail.handOver.yours', { company, date: formatDay(link.expiresAt) }) },
    ...signatureBlocks(t, sender),
    { kind: 'small', content: t('mail.handOver.why', { company }) },
  ]);
}

/** Matches text that mail programs turn into a link; in a company's name it could be malicious. */
const looksLikeAddress = /:\/\/|@|\bwww\.|[\p{L}\d-]{2,}\.\p{L}{2,}/iu;

/**
 * Composes the reminder of an open registration. Anybody may have entered the recipient, so it contains nothing
 * that can be typed in the wizard.
 */
export function reminderLetter(
  { sender, supplier, link, hasStarted }: SharedLink & { hasStarted: boolean },
  locale: Locale = 'es-AR',
): Letter {
  const t = createMailTexts(locale);
  const { environment, name: holder } = sender;
  const stage = hasStarted ? 'started' : 'new';
  const inSubject = { stage, environment, holder: forSubject(holder) };
  return compose(locale, t('mail.reminder.subject', inSubject).text, [
    ...greetingBlock(t, sender),
    { kind: 'title', content: t('mail.reminder.heading', { stage }) },
    ...workspaceTextBlocks(sender.reminder, locale),
    {
      kind: 'paragraph',
      content: t('mail.reminder.lead', {
        opened: openedBy(sender.reminder, locale),
        stage,
        holder,
        cuit: maskCuit(supplier.cuit),
      }),
    },
    { kind: 'paragraph', content: t('mail.reminder.handOver') },
    linkButton(t('mail.reminder.open', { stage }), sender, link, t),
    validity(link, t),
    ...signatureBlocks(t, sender),
    { kind: 'small', content: t('mail.reminder.why', { holder }) },
  ]);
}
