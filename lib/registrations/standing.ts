import type { z } from 'zod';
import { activeCertificate } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { type EntryLink, linkOf, linkResponse } from './entry-link.ts';
import { findByEntry } from './find.ts';
import { certificateOf } from './present.ts';
import type { Registration } from './registration.ts';
import type { RegistrationResponse } from './registration-schema.ts';
import { rejectionMessage } from './rejection-problem.ts';

type Certificate = NonNullable<Registration['certificate']>;

/** How a supplier stands, as an operator asks it. */
export interface Standing {
  /** The newest: while a certificate is renewed, the renewal. */
  registration: Registration;
  link?: EntryLink;
  /** The certificate that signs; a renewal replaces it when the next one is proved. */
  active?: Certificate;
}

/** Undefined when there is no registration yet. @throws AltaError `not-found`, also for another workspace's entry. */
export async function registrationOf(
  ctx: Context,
  entryId: string,
  now = new Date(),
): Promise<Standing | undefined> {
  const link = await linkOf(ctx, entryId);
  const registration = link && (await findByEntry(ctx, entryId, now));
  if (!registration) return undefined;
  const active = certificateOf(await activeCertificate(ctx, entryId));
  return { registration, link, ...(active ? { active } : {}) };
}

/** On the wire. What is not known yet is absent. */
export function registrationResponse({
  registration,
  link,
  active,
}: Standing): z.infer<typeof RegistrationResponse> {
  const { certificate, lastRejection, noticeEmail, pointsOfSale, proof } = registration;
  return {
    id: registration.id,
    silo_entry_id: registration.entryId,
    environment: registration.environment,
    intent: registration.intent,
    state: registration.state,
    ...factsResponse(registration.facts),
    supplier: registration.supplier,
    ...(noticeEmail ? { notice_email: noticeEmail } : {}),
    ...(link ? { link: linkResponse(link) } : {}),
    request: { alias: registration.request.alias, created_at: registration.request.createdAt.toISOString() },
    ...(certificate ? { certificate: certificateResponse(certificate) } : {}),
    ...(active ? { active_certificate: certificateResponse(active) } : {}),
    ...(lastRejection ? { last_rejection: rejectionResponse(lastRejection) } : {}),
    proof: {
      status: proof.status,
      ...(proof.nextAttemptAt ? { next_attempt_at: proof.nextAttemptAt.toISOString() } : {}),
      ...(proof.givenUpAt ? { given_up_at: proof.givenUpAt.toISOString() } : {}),
    },
    points_of_sale: {
      ...(pointsOfSale.readAt ? { read_at: pointsOfSale.readAt.toISOString() } : {}),
      unavailable: pointsOfSale.unavailable,
      list: pointsOfSale.list.map(({ closedOn, ...point }) => ({
        ...point,
        ...(closedOn ? { closed_on: closedOn } : {}),
      })),
    },
  };
}

const factsResponse = (facts: Registration['facts']) => ({
  created_at: facts.createdAt.toISOString(),
  opened_at: facts.begunAt?.toISOString(),
  details_confirmed_at: facts.detailsConfirmedAt?.toISOString(),
  service_enabled_at: facts.serviceEnabledAt?.toISOString(),
  request_downloaded_at: facts.requestDownloadedAt?.toISOString(),
  certificate_received_at: facts.certificateReceivedAt?.toISOString(),
  authorised_at: facts.authorisedAt?.toISOString(),
  points_of_sale_settled_at: facts.pointsOfSaleSettledAt?.toISOString(),
  completed_at: facts.completedAt?.toISOString(),
  revoked_at: facts.revokedAt?.toISOString(),
});

const certificateResponse = ({
  alias,
  holderCuit,
  issuer,
  notBefore,
  notAfter,
  fingerprint,
}: Certificate) => ({
  alias,
  holder_cuit: holderCuit,
  issuer,
  not_before: notBefore.toISOString(),
  not_after: notAfter.toISOString(),
  fingerprint,
});

const rejectionResponse = ({ reason, detail, checks, at }: NonNullable<Registration['lastRejection']>) => ({
  reason,
  message: rejectionMessage(reason),
  detail,
  checks,
  at: at.toISOString(),
});
