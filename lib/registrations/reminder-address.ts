import { z } from 'zod';
import { MailAddress } from '#lib/mail/send-mail.ts';
import type { ListedLink } from './link-list.ts';

interface Known {
  noticeEmail?: string | null | undefined;
  links: readonly ListedLink[];
  /** The address in the supplier's document, where it may be written to unasked. */
  documentEmail?: string | undefined;
}

/**
 * To whom a reminder goes: the address that the supplier gave in the wizard, else the last that their link was mailed
 * to, else the one that the account holder noted.
 */
export const reminderAddress = ({ noticeEmail, links, documentEmail }: Known): string | undefined =>
  noticeEmail || mailsToSupplier(links)[0]?.address || documentEmail;

/** Whether the supplier gave the address, has had their link there, or is noted with it. */
export function isAddressOfSupplier(
  address: string,
  { registration, links }: { registration: Omit<Known, 'links'>; links: Known['links'] },
): boolean {
  const mailed = mailsToSupplier(links).map((mail) => mail.address);
  const known = [registration.noticeEmail, registration.documentEmail, ...mailed];
  return known.some((each) => each?.toLowerCase() === address.toLowerCase());
}

/** The last one first. */
export const mailsToSupplier = (links: readonly ListedLink[]) =>
  links
    .filter(({ scope }) => scope === 'full')
    .flatMap(({ mails }) => mails)
    .toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime());

/** The first address in a party's document; undefined when that is none that a mail can be sent to. */
export const emailOfDocument = (doc: Record<string, unknown>): string | undefined =>
  Emails.safeParse(doc.emails).data?.[0].addr;

const Emails = z.tuple([z.looseObject({ addr: MailAddress })], z.unknown());
