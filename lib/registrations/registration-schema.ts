import { z } from 'zod';
import { checkNames } from '#lib/certificates/checks.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { environments } from '#lib/environment.ts';
import { Instant } from '#lib/instant.ts';
import { registrationStates } from './registration.ts';

export const LinkResponse = z
  .object({
    link_url: z.url().optional().describe('Absent once it was revoked.'),
    created_at: Instant,
    expires_at: Instant,
    revoked_at: Instant.optional(),
    renewal_requested_at: Instant.optional().describe('Since when its holder asks for another.'),
  })
  .meta({ id: 'Link' });

const Detail = z.record(z.string(), z.string()).describe('What the message may quote.');
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
  .meta({ id: 'Check', description: 'What one of the checks of a certificate found.' });

const Certificate = z
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
  number: z.int(),
  system: z.string().describe("The authority's own words, such as `CAE - Monotributo`."),
  blocked: z.boolean(),
  closed_on: z.string().optional(),
  usable: z.boolean(),
});

/** How a supplier stands. What is not known yet is absent. */
export const RegistrationResponse = z
  .object({
    id: z.uuid(),
    silo_entry_id: z.uuid(),
    environment: z.enum(environments),
    intent: z.enum(['register', 'renew']),
    state: z.enum(registrationStates),
    created_at: Instant,
    opened_at: Instant.optional(),
    details_confirmed_at: Instant.optional(),
    service_enabled_at: Instant.optional(),
    request_downloaded_at: Instant.optional(),
    certificate_received_at: Instant.optional(),
    authorised_at: Instant.optional(),
    points_of_sale_settled_at: Instant.optional(),
    completed_at: Instant.optional(),
    revoked_at: Instant.optional(),
    supplier: z.object({ name: z.string(), cuit: z.string() }),
    notice_email: z.string().optional(),
    link: LinkResponse.optional(),
    request: z.object({ alias: z.string(), created_at: Instant }),
    certificate: Certificate.optional().describe('The one that was received last.'),
    active_certificate: Certificate.optional().describe('The one that signs.'),
    last_rejection: Rejection.optional(),
    proof: z.object({
      status: z.enum(['none', 'running', 'retrying', 'settled']),
      next_attempt_at: Instant.optional(),
      given_up_at: Instant.optional().describe(
        'The authority has refused it for a day: nothing is tried unasked.',
      ),
    }),
    points_of_sale: z.object({
      read_at: Instant.optional(),
      unavailable: z.boolean(),
      list: z.array(PointOfSale),
    }),
  })
  .meta({ id: 'Registration' });
