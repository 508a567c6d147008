import type { ListedLink } from '../links/list.ts';

/** To whom a reminder goes: the address that the supplier gave in the wizard, else the last that their link was mailed to. */
export function reminderAddress(
  noticeEmail: string | null | undefined,
  links: readonly ListedLink[],
): string | undefined {
  return noticeEmail || mailsToSupplier(links)[0]?.address;
}

/** The last one first. */
export const mailsToSupplier = (links: readonly ListedLink[]) =>
  links
    .filter(({ scope }) => scope === 'full')
    .flatMap(({ mails }) => mails)
    .toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime());
