import type { Context } from '#lib/context.ts';
import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import type { Registration } from '#lib/registrations/registration.ts';

/** Most logins are answered within a second or two: then the next page is the outcome itself. */
const longestWaitMs = 4_000;

/** Has the authority asked whether the certificate is good, and waits for its answer, but not for long. */
export async function askAuthority(ctx: Context, registration: Registration): Promise<void> {
  await requestProof(ctx, registration);
  await awaitProof(ctx, registration, longestWaitMs);
}
