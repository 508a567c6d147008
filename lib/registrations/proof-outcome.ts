import { authorityOf } from '#lib/arca/authority.ts';
import { listPointsOfSale } from '#lib/arca/list-points-of-sale.ts';
import { represents, type TicketOutcome } from '#lib/certificates/access-ticket.ts';
import type { Rejection } from '#lib/certificates/rejection.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { log } from '#lib/log.ts';

/** What a login at the authority says about the registration. */
export type ProofOutcome =
  | { kind: 'proved'; note?: 'ticket-held-elsewhere' }
  /** Another process is at it: look again soon. */
  | { kind: 'later'; retryAfterSeconds: number }
  | ({ kind: 'not-proved' | 'certificate-refused' } & Rejection & {
        /** Why it is worth trying again unasked, if it is. */
        retry?: 'propagation' | 'outage';
        retryAfterSeconds?: number;
      });

export async function proofOutcomeOf(
  outcome: TicketOutcome,
  certificate: CertificateRow,
  cuit: string,
): Promise<ProofOutcome> {
  // What the authority said, in its own codes: the supplier sees our reasons, the operator sees both.
  const { kind, ...said } = outcome;
  if (kind !== 'granted' && kind !== 'busy')
    log().warn({ certificate: certificate.id, kind, ...said }, 'a login at the authority');
  switch (outcome.kind) {
    case 'granted':
      return (await mayActFor(outcome, certificate, cuit))
        ? { kind: 'proved' }
        : {
            kind: 'not-proved',
            reason: 'cuit-not-represented',
            detail: representedBy(outcome, cuit),
            retry: 'propagation',
          };
    case 'already-authenticated':
      // Certificate and authorization are good, or the authority would have said so first
      // (docs/authority.md#order-of-the-login-checks).
      return { kind: 'proved', note: 'ticket-held-elsewhere' };
    case 'not-authorised':
      return { kind: 'not-proved', reason: 'not-authorised', detail: {}, retry: 'propagation' };
    case 'certificate-refused':
      return outcome.reason === 'not-yet-valid'
        ? {
            kind: 'not-proved',
            reason: 'not-yet-valid',
            detail: { notBefore: isoOf(certificate.notBefore) },
            retry: 'outage',
          }
        : { kind: 'certificate-refused', reason: outcome.reason, detail: detailOf(certificate) };
    case 'busy':
      return { kind: 'later', retryAfterSeconds: outcome.retryAfterSeconds };
    case 'defect':
      // Ours to mend. For the supplier it is the same as an authority that is down: nothing they can do.
      log().error(
        { code: outcome.code, message: outcome.message },
        'the authority refused a request of ours',
      );
      return { kind: 'not-proved', reason: 'authority-unavailable', detail: {}, retry: 'outage' };
    case 'unavailable':
      return {
        kind: 'not-proved',
        reason: 'authority-unavailable',
        detail: {},
        retry: 'outage',
        retryAfterSeconds: outcome.retryAfterSeconds,
      };
  }
}

/** The ticket's relations say it; where they can not be read (the token is opaque by contract) WSFE is asked. */
async function mayActFor(
  outcome: Extract<TicketOutcome, { kind: 'granted' }>,
  certificate: CertificateRow,
  cuit: string,
) {
  const answer = represents(outcome.ticket, cuit);
  if (answer !== 'unknown') return answer === 'yes';
  const authority = authorityOf(certificate.environment);
  const asked = await listPointsOfSale({
    endpoint: authority.wsfe,
    timeoutMs: authority.timeoutMs,
    ticket: outcome.ticket,
    cuit,
  });
  return asked.kind !== 'cuit-not-represented';
}

const representedBy = ({ ticket }: Extract<TicketOutcome, { kind: 'granted' }>, cuit: string) => ({
  expectedCuit: cuit,
  ...(ticket.relations?.length ? { cuit: ticket.relations.join(', ') } : {}),
});

const isoOf = (date: Date | null) => date?.toISOString() ?? '';
const detailOf = (certificate: CertificateRow) => ({
  alias: certificate.certificateAlias ?? certificate.alias,
  notAfter: isoOf(certificate.notAfter),
});
