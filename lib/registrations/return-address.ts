import type { Context } from '#lib/context.ts';
import { existingSecrets } from '#lib/webhooks/secrets.ts';
import { secretFor, signatureOf, timestampOf } from '#lib/webhooks/signature.ts';
import { lacksPointOfSale } from './points-of-sale.ts';
import type { Registration } from './registration.ts';

/** Status in the return URL. `pending`: the registration is not complete. */
type ReturnStatus = 'registered' | 'point-of-sale-missing' | 'pending';

function returnStatusOf(registration: Registration): ReturnStatus {
  if (registration.facts.completedAt === undefined) return 'pending';
  return lacksPointOfSale(registration) ? 'point-of-sale-missing' : 'registered';
}

/**
 * Returns whether the wizard sends its user back to the account holder's page at the end. Helpers are not its
 * customers and stay.
 */
export const leadsBack = ({ accountHolder, link }: Registration): boolean =>
  accountHolder.returnUrl !== undefined && link.scope === 'full';

/**
 * Returns the account holder's return URL with the registration's status. It is signed like a webhook message
 * with the entry's id as its id and the status as its JSON body, but with a separate key (`secretFor`).
 * Create it only when the user follows it, since receivers check the age of its timestamp. Unsigned if the
 * workspace has no secret to verify it with.
 */
export async function returnAddressOf(
  { workspace }: Pick<Context, 'workspace'>,
  registration: Registration,
  now = new Date(),
): Promise<string | undefined> {
  const { returnUrl } = registration.accountHolder;
  if (returnUrl === undefined || !leadsBack(registration)) return undefined;
  const status = returnStatusOf(registration);
  const { entryId } = registration;
  const secrets = (await existingSecrets(workspace, now)).map((secret) => secretFor('return_url', secret));
  const signature = signatureOf(secrets, entryId, now, JSON.stringify(status));
  return withParameters(returnUrl, {
    silo_entry_id: entryId,
    status,
    timestamp: timestampOf(now),
    ...(signature ? { signature } : {}),
  });
}

const ours = new Set(['silo_entry_id', 'status', 'timestamp', 'signature']);

/** Keeps the spelling of the URL's parameters. Removes those named in `ours`, which could be mistaken for ours. */
function withParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part && ![...new URLSearchParams(part).keys()].some((name) => ours.has(name)));
  url.search = [...others, new URLSearchParams(parameters)].join('&');
  return url.href;
}
