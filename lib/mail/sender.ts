import type { Environment } from '#lib/environment.ts';
import { MailAddress } from './address.ts';
import type { Block } from './letter.ts';
import type { wordsIn } from './words.ts';

/** The workspace that asks the supplier for something. */
export interface Sender {
  name: string;
  environment: Environment;
  contactEmail?: string | undefined;
}

type Translate = ReturnType<typeof wordsIn>;

/** Where questions go; undefined when the workspace has no address that a mail can be sent to. */
export const contactOf = ({ contactEmail }: Pick<Sender, 'contactEmail'>): string | undefined =>
  MailAddress.safeParse(contactEmail).data;

/** Whom it is from, and whether it is a rehearsal. */
export const opening = (t: Translate, { name: holder, environment }: Sender): Block[] => [
  { kind: 'over', words: t('frame.asks', { holder }) },
  ...(environment === 'sandbox' ? [{ kind: 'warning' as const, words: t('mail.sandbox') }] : []),
];

/** What keeps the supplier safe, and whom to ask. */
export function closing(t: Translate, sender: Sender): Block[] {
  const holder = sender.name;
  const email = contactOf(sender);
  return [
    { kind: 'panel', words: t('mail.neverAsk') },
    {
      kind: 'paragraph',
      words: email ? t('mail.help', { holder, email }) : t('mail.helpName', { holder }),
    },
  ];
}
