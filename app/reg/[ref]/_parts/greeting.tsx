import { ownTextIn } from '#lib/mail/sender.ts';
import type { AccountHolder } from '#lib/registrations/account-holder.ts';
import type { Texts } from './texts.tsx';

/** The account holder's own words, as text. In Spanish where they have none in the reader's language. */
export function Greeting({ accountHolder, t }: { accountHolder: AccountHolder; t: Texts }) {
  const own = ownTextIn(accountHolder.greeting, t.locale);
  if (!own) return null;
  return (
    <p className="greeting" lang={own.locale}>
      {own.text}
    </p>
  );
}
