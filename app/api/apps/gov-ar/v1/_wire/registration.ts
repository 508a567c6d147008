import { z } from 'zod';
import { Uuid } from '#app/api/_wire/fields.ts';
import { Instant } from '#app/api/_wire/instant.ts';
import { environments } from '#lib/authority-environment.ts';
import { checkNames } from '#lib/certificates/checks.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { invoicingServiceIds } from '#lib/documents/invoice/document-types.ts';
import { issuerGaps } from '#lib/documents/invoice/paper-gaps.ts';
import type { RegistrationDetails } from '#lib/registrations/details.ts';
import { invoicingOf, invoicingStates } from '#lib/registrations/points-of-sale.ts';
import { rejectionMessage } from '#lib/registrations/receive-certificate.ts';
import { type Registration, registrationModes, registrationWays } from '#lib/registrations/registration.ts';
import { registrationStates } from '#lib/registrations/state.ts';
import { DelegationResponse, delegationResponse } from './delegation.ts';
import { LinkResponse, ListedLinkResponse, linkResponse, listedLinkResponse } from './link.ts';

/** The parameters of a path such as `entry/{silo_entry_id}/registration`. */
export const BySupplier = z.strictObject({ silo_entry_id: Uuid });

const Detail = z.record(z.string(), z.string()).describe('Values that the message may quote.');
export const Reason = z.enum(rejectionReasons);

export const CheckResult = z
  .object({
    check: z.enum(checkNames),
    status: z.enum(['passed', 'noted', 'failed', 'pending']),
    rejection: z.object({ reason: Reason, detail: Detail }).optional(),
    note: z
      .object({ note: z.enum(['other-cuit', 'other-alias', 'unknown-issuer-key']), detail: Detail })
      .optional(),
  })
  .meta({ id: 'Check', description: 'Result of one check of a certificate.' });

const CertificateResponse = z
  .object({
    alias: z.string(),
    holder_cuit: z.string(),
    issuer: z.string(),
    not_before: Instant,
    not_after: Instant,
    fingerprint: z.string(),
  })
  .meta({ id: 'Certificate' });

const Rejection = z.object({
  reason: Reason,
  message: z.string(),
  detail: Detail,
  checks: z.array(CheckResult),
  at: Instant,
});

export const PointOfSale = z.object({
  service: z
    .enum(invoicingServiceIds)
    .describe('The service of ARCA that lists it: `wsfe` for class A, B and C, `wsfex` for exports.'),
  number: z.int(),
  system: z.string().describe("In the authority's words, such as `CAE - Monotributo`."),
  blocked: z.boolean(),
  closed_on: z.string().optional(),
  usable: z.boolean(),
});

/** State of a supplier's registration. Unknown facts are absent. */
export const RegistrationResponse = z
  .object({
    id: z.uuid(),
    silo_entry_id: z.uuid(),
    environment: z.enum(environments),
    intent: z.enum(['register', 'renew']),
    mode: z
      .enum(registrationModes)
      .describe('How the supplier registers: with their own certificate, by delegation, or as they choose.'),
    services: z
      .array(z.enum(invoicingServiceIds))
      .describe('The services of ARCA to invoice with: `wsfe` for class A, B and C, `wsfex` for exports.'),
    way: z
      .enum(registrationWays)
      .optional()
      .describe('The way in use; absent until the supplier has chosen.'),
    state: z
      .enum(registrationStates)
      .describe('Named after the furthest step reached. `expired`: the link has expired.'),
    invoicing: z
      .enum(invoicingStates)
      .optional()
      .describe(
        'For registered suppliers. `no-point-of-sale`, only in live: for one of the `services`, ARCA lists no point of sale that can issue invoices.',
      ),
    created_at: Instant,
    started_at: Instant.optional(),
    details_confirmed_at: Instant.optional(),
    service_enabled_at: Instant.optional(),
    request_downloaded_at: Instant.optional(),
    certificate_received_at: Instant.optional(),
    authorisation_claimed_at: Instant.optional().describe(
      'When the supplier said that they had authorized the certificate.',
    ),
    authorised_at: Instant.optional(),
    points_of_sale_settled_at: Instant.optional(),
    completed_at: Instant.optional(),
    revoked_at: Instant.optional(),
    supplier: z.object({ name: z.string(), cuit: z.string() }),
    name_at_authority: z
      .string()
      .optional()
      .describe("Name in the authority's register for the CUIT, once it has been read. Only in live."),
    wrong_cuit_reported_at: Instant.optional().describe(
      'When the supplier reported the CUIT as wrong. Absent once they have taken it back.',
    ),
    notice_email: z.string().optional(),
    link: LinkResponse.optional(),
    links: z
      .array(ListedLinkResponse)
      .describe(
        "The supplier's links and their helpers', with the open links for now and the last that ended.",
      ),
    request: z.object({ alias: z.string(), created_at: Instant }),
    certificate: CertificateResponse.optional().describe('The certificate received last.'),
    active_certificate: CertificateResponse.optional().describe('The certificate that signs now.'),
    delegation: DelegationResponse.optional(),
    last_rejection: Rejection.optional(),
    proof: z.object({
      status: z.enum(['none', 'running', 'retrying', 'settled']),
      next_attempt_at: Instant.optional(),
      given_up_at: Instant.optional().describe(
        'When the automatic attempts ended, because the authority had refused for a day.',
      ),
    }),
    paper_gaps: z
      .array(z.enum(issuerGaps))
      .describe(
        'Data of the supplier required in the PDFs of its invoices (RG 1415) that its document lacks. The supplier can fill it in with the link; you with the entry.',
      ),
    points_of_sale: z.object({
      read_at: Instant.optional(),
      unavailable: z.boolean(),
      list: z.array(PointOfSale),
    }),
  })
  .meta({ id: 'Registration' });

export function registrationResponse({
  registration,
  link,
  links,
  active,
}: RegistrationDetails): z.infer<typeof RegistrationResponse> {
  const { certificate, cuitAnswer, lastRejection, noticeEmail, pointsOfSale, proof, supplier } = registration;
  const nameAtAuthority = registration.namesAtAuthority[supplier.cuit];
  const invoicing = invoicingOf(registration);
  return {
    id: registration.id,
    silo_entry_id: registration.entryId,
    environment: registration.environment,
    intent: registration.intent,
    mode: registration.mode,
    services: registration.services,
    way: registration.way,
    state: registration.state,
    ...(invoicing ? { invoicing } : {}),
    ...factsResponse(registration.facts),
    supplier,
    ...(nameAtAuthority ? { name_at_authority: nameAtAuthority } : {}),
    ...(cuitAnswer?.answer === 'wrong' ? { wrong_cuit_reported_at: cuitAnswer.at.toISOString() } : {}),
    ...(noticeEmail ? { notice_email: noticeEmail } : {}),
    ...(link ? { link: linkResponse(link) } : {}),
    links: links.map(listedLinkResponse),
    request: { alias: registration.request.alias, created_at: registration.request.createdAt.toISOString() },
    ...(certificate ? { certificate: certificateResponse(certificate) } : {}),
    ...(active ? { active_certificate: certificateResponse(active) } : {}),
    ...(registration.delegation ? { delegation: delegationResponse(registration.delegation) } : {}),
    ...(lastRejection ? { last_rejection: rejectionResponse(lastRejection) } : {}),
    proof: {
      status: proof.status,
      ...(proof.nextAttemptAt ? { next_attempt_at: proof.nextAttemptAt.toISOString() } : {}),
      ...(proof.givenUpAt ? { given_up_at: proof.givenUpAt.toISOString() } : {}),
    },
    paper_gaps: registration.paperGaps,
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
  started_at: facts.startedAt?.toISOString(),
  details_confirmed_at: facts.detailsConfirmedAt?.toISOString(),
  service_enabled_at: facts.serviceEnabledAt?.toISOString(),
  request_downloaded_at: facts.requestDownloadedAt?.toISOString(),
  certificate_received_at: facts.certificateReceivedAt?.toISOString(),
  authorisation_claimed_at: facts.authorisationClaimedAt?.toISOString(),
  authorised_at: facts.authorisedAt?.toISOString(),
  points_of_sale_settled_at: facts.pointsOfSaleSettledAt?.toISOString(),
  completed_at: facts.completedAt?.toISOString(),
  revoked_at: facts.revokedAt?.toISOString(),
});

type Certificate = NonNullable<Registration['certificate']>;

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
