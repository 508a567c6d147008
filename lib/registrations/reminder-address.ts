import { z } from 'zod';
import { MailAddress } from '#lib/mail/send-mail.ts';
import type { ListedLink } from './link-list.ts';

interface AddressSources {
  noticeEmail?: string | null | undefined;
  links: readonly ListedLink[];
  /** Address in the supplier's document. Omitted for automatic reminders, which must not use it. */
  documentEmail?: string | undefined;
}

/**
 * Returns the address for reminders: the one that the supplier gave in the wizard, else the last one to which
 * their link was mailed, else `documentEmail`.
 */
export const reminderAddress = ({ noticeEmail, links, documentEmail }: AddressSources): string | undefined =>
  noticeEmail || mailsToSupplier(links)[0]?.address || documentEmail;

/** Returns whether the address is the supplier's: given by them, used to mail their link, or in their document. */
export function isAddressOfSupplier(
  address: string,
  {
    registration,
    links,
  }: Pick<AddressSources, 'links'> & { registration: Pick<AddressSources, 'noticeEmail' | 'documentEmail'> },
): boolean {
  const mailed = mailsToSupplier(links).map((mail) => mail.address);
  const addresses = [registration.noticeEmail, registration.documentEmail, ...mailed];
  return addresses.some((each) => each?.toLowerCase() === address.toLowerCase());
}

/** Returns the mails with the supplier's link, newest first. */
export const mailsToSupplier = (links: readonly ListedLink[]) =>
  links
    .filter(({ scope }) => scope === 'full')
    .flatMap(({ mails }) => mails)
    .toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime());

/** Returns the first address in a party's document; undefined if it is not a valid one. */
export const emailOfDocument = (doc: Record<string, unknown>): string | undefined =>
  Emails.safeParse(doc.emails).data?.[0].addr;

const Emails = z.tuple([z.looseObject({ addr: MailAddress })], z.unknown());
