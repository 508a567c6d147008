import { authorityOf } from '#lib/arca/authority.ts';
import { listPointsOfSale } from '#lib/arca/list-points-of-sale.ts';
import type { AccessTicket } from '#lib/arca/ticket.ts';
import { obtainTicket, represents } from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';

export type DelegationAnswer =
  | { kind: 'granted'; ticketAt: Date }
  /** As far as this ticket knows: what came after it, only the next one does. */
  | { kind: 'not-granted'; ticketAt: Date }
  /** It could not be asked, or the delegate itself is in trouble. */
  | { kind: 'unknown'; retryAfterSeconds?: number };

/** A ticket serves all who delegate: however many wait for a newer one, it is replaced at most this often. */
export const ticketPauseMs = () => env().ARCA_SHARED_TICKET_SECONDS * 1_000;

/** What nobody asks for by hand may rest on a ticket of the last hour. */
const sweepAgeMs = 60 * 60_000;

/**
 * Whether the delegate's certificate may act for `cuit` (docs/authority.md#delegation). The ticket's relations say it;
 * what was granted is only taken for lost when the authority refuses this CUIT, and in the same breath takes the
 * delegate's own.
 */
export async function askDelegation(
  certificate: CertificateRow,
  { cuit, delegateCuit, wasGranted }: { cuit: string; delegateCuit: string; wasGranted: boolean },
  now: Date,
  maxAgeMs = sweepAgeMs,
): Promise<DelegationAnswer> {
  const login = await obtainTicket(certificate, 'wsfe', {
    mustRepresent: cuit,
    maxAgeMs,
    pauseMs: ticketPauseMs(),
    now,
  });
  // Somebody else who shares the ticket is fetching it.
  if (login.kind === 'busy') return { kind: 'unknown', retryAfterSeconds: 5 };
  if (login.kind !== 'granted') {
    log().warn({ certificate: certificate.id, kind: login.kind }, 'a delegation could not be asked about');
    return { kind: 'unknown' };
  }
  const { ticket } = login;
  const ticketAt = ticket.generatedAt;
  const known = represents(ticket, cuit);
  if (known === 'yes') return { kind: 'granted', ticketAt };
  if (known === 'no' && !wasGranted) return { kind: 'not-granted', ticketAt };
  const said = await isRepresented(certificate, ticket, cuit);
  if (said === 'yes') return { kind: 'granted', ticketAt };
  if (said === 'unknown' || (await isRepresented(certificate, ticket, delegateCuit)) !== 'yes') {
    return { kind: 'unknown' };
  }
  return { kind: 'not-granted', ticketAt };
}

async function isRepresented(
  { environment }: CertificateRow,
  ticket: AccessTicket,
  cuit: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const { wsfe: endpoint, timeoutMs } = authorityOf(environment);
  const { kind } = await listPointsOfSale({ endpoint, timeoutMs, ticket, cuit });
  if (kind === 'listed') return 'yes';
  return kind === 'cuit-not-represented' ? 'no' : 'unknown';
}
