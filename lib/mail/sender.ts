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

type Tell = ReturnType<typeof wordsIn>;

/** Where questions go; undefined when the workspace has no address that a mail can be sent to. */
export const contactOf = ({ contactEmail }: Pick<Sender, 'contactEmail'>): string | undefined =>
  MailAddress.safeParse(contactEmail).data;

/** Whom it is from, and whether it is a rehearsal. */
export const opening = (tell: Tell, { name: holder, environment }: Sender): Block[] => [
  { kind: 'over', words: tell('frame.asks', { holder }) },
  ...(environment === 'sandbox' ? [{ kind: 'warning' as const, words: tell('mail.sandbox') }] : []),
];

/** What keeps the supplier safe, and whom to ask. */
export function closing(tell: Tell, sender: Sender): Block[] {
  const holder = sender.name;
  const email = contactOf(sender);
  return [
    { kind: 'panel', words: tell('mail.neverAsk') },
    {
      kind: 'paragraph',
      words: email ? tell('mail.help', { holder, email }) : tell('mail.helpName', { holder }),
    },
  ];
}
