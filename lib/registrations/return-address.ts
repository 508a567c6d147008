import type { Context } from '#lib/context.ts';
import { knownSecrets, secretFor, signatureOf, timestampOf } from '#lib/webhooks/secrets.ts';
import { lacksPointOfSale } from './points-of-sale.ts';
import type { Registration } from './registration.ts';

/** What a platform is told when its supplier comes back to it. `pending`: there is no proved certificate yet. */
type ReturnStatus = 'registered' | 'point-of-sale-missing' | 'pending';

function returnStatusOf(registration: Registration): ReturnStatus {
  if (registration.facts.completedAt === undefined) return 'pending';
  return lacksPointOfSale(registration) ? 'point-of-sale-missing' : 'registered';
}

/** Who was handed the guide helps with it, and is nobody's customer there. */
export const leadsBack = ({ accountHolder, link }: Registration): boolean =>
  accountHolder.returnUrl !== undefined && link.scope === 'full';

/**
 * The account holder's page with what came of the registration, signed like a webhook message whose id is the entry's
 * and whose body is the status as JSON, but with a key of its own (`secretFor`). Made when it is followed: who receives it counts its minutes. Unsigned as long
 * as the workspace has no secret, for then nobody can verify it.
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
  const secrets = (await knownSecrets(workspace, now)).map((secret) => secretFor('return_url', secret));
  const signature = signatureOf(secrets, entryId, now, JSON.stringify(status));
  return withParameters(returnUrl, {
    silo_entry_id: entryId,
    status,
    timestamp: timestampOf(now),
    ...(signature ? { signature } : {}),
  });
}

const ours = new Set(['silo_entry_id', 'status', 'timestamp', 'signature']);

/** Those that the address has stay as they are spelled; one that is called like one of ours would pass for it. */
function withParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part && ![...new URLSearchParams(part).keys()].some((name) => ours.has(name)));
  url.search = [...kept, new URLSearchParams(parameters)].join('&');
  return url.href;
}
