import type { Environment } from '#lib/authority-environment.ts';
import { MailAddress } from './address.ts';
import type { Block } from './letter.ts';
import type { createMailTexts } from './texts.ts';

/** The workspace that asks the supplier for something. */
export interface Sender {
  name: string;
  environment: Environment;
  contactEmail?: string | undefined;
}

type Translate = ReturnType<typeof createMailTexts>;

/** Where questions go; undefined when the workspace has no address that a mail can be sent to. */
export const contactOf = ({ contactEmail }: Pick<Sender, 'contactEmail'>): string | undefined =>
  MailAddress.safeParse(contactEmail).data;

/** Whom it is from, and whether it is a rehearsal. */
export const opening = (t: Translate, { name: holder, environment }: Sender): Block[] => [
  { kind: 'over', content: t('frame.asks', { holder }) },
  ...(environment === 'sandbox' ? [{ kind: 'warning' as const, content: t('mail.sandbox') }] : []),
];

/** What keeps the supplier safe, and whom to ask. */
export function closing(t: Translate, sender: Sender): Block[] {
  const holder = sender.name;
  const email = contactOf(sender);
  return [
    { kind: 'panel', content: t('mail.neverAsk') },
    {
      kind: 'paragraph',
      content: email ? t('mail.help', { holder, email }) : t('mail.helpName', { holder }),
    },
  ];
}
