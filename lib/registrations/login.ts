import { obtainTicket } from '#lib/certificates/access-ticket.ts';
import { type CertificateRow, unactivatedKeyPairs } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { log } from '#lib/log.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { receivedKeyPair } from './present.ts';
import { type ProofOutcome, proofOutcomeOf } from './proof-outcome.ts';

/** A login with the certificate that was received last, and what it says of the registration. */
export interface Login {
  certificate: CertificateRow | undefined;
  outcome: ProofOutcome;
}

/** Logs in, or takes the ticket that is there. Writes nothing about the registration. */
export async function tryLogin(ctx: Context, row: RegistrationRow, now: Date): Promise<Login> {
  const certificate = receivedKeyPair(await unactivatedKeyPairs(ctx, row.id));
  try {
    const supplier = supplierOf(await fetchEntry(ctx, row.entryId));
    if (!certificate || !supplier)
      throw new Error('The registration has lost its certificate or its supplier.');
    const { cuit } = supplier;
    const ticket = await obtainTicket(certificate, 'wsfe', { mustRepresent: cuit, now });
    return { certificate, outcome: await proofOutcomeOf(ticket, certificate, cuit) };
  } catch (error) {
    // Ours to mend. The supplier sees that it is tried again, and not a page that waits for ever.
    log().error({ err: error, registration: row.id }, 'the login could not be tried');
    const outcome = {
      kind: 'not-proved',
      reason: 'authority-unavailable',
      detail: {},
      retry: 'outage',
    } as const;
    return { certificate, outcome };
  }
}
