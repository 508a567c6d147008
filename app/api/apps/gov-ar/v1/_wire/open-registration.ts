import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { PageQuery } from '#app/api/_wire/page.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { rejectionMessage } from '#lib/registrations/receive-certificate.ts';
import { registrationWays } from '#lib/registrations/registration.ts';
import { openStages, stages } from '#lib/registrations/state.ts';
import type { OpenRegistration, OpenRegistrationsQuery } from '#lib/reports/open-registrations.ts';
import { Reason } from './registration.ts';

const unitMinutes = { m: 1, h: 60, d: 1_440 } as const;

/** `30m`, `36h` or `7d`, converted to milliseconds. */
const Age = z
  .string()
  .refine(
    (text) => /^[1-9]\d{0,3}[mhd]$/.test(text),
    'must be a number of minutes, hours or days, such as 30m, 36h or 7d',
  )
  .transform((text) => Number.parseInt(text, 10) * unitMinutes[text.slice(-1) as 'm' | 'h' | 'd'] * 60_000);

export const OpenRegistrationQuery = PageQuery.extend({
  stage: z.enum(openStages).optional().describe('Stage that the registration has reached.'),
  reason: z
    .enum([...rejectionReasons, 'any'])
    .optional()
    .describe('Reason of the last rejection; `any`: any reason.'),
  way: z.enum(registrationWays).optional(),
  older_than: Age.optional().describe('The supplier has done nothing for this long: `30m`, `36h`, `7d`.'),
  ascending: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: longest inactive first.'),
});

export const openRegistrationQuery = (
  { older_than: age, ascending, ...query }: z.infer<typeof OpenRegistrationQuery>,
  now = new Date(),
): OpenRegistrationsQuery => ({
  ...query,
  ascending: ascending === 'true',
  ...(age ? { until: new Date(now.getTime() - age) } : {}),
});

/** Omits the link's address, which gives access. The entry's meta and `…/registration` contain it. */
export const OpenRegistrationResponse = z
  .object({
    id: z.uuid(),
    silo_entry_id: z.uuid(),
    key: z.string().optional().describe('Key of the entry: your own id of the supplier.'),
    supplier: z
      .object({ name: z.string(), cuit: z.string() })
      .optional()
      .describe('Absent if their document no longer has a CUIT.'),
    stage: z
      .enum(stages)
      .describe(
        'Furthest stage reached, named like the `state` of `…/registration`. `request-downloaded` also covers a certificate that was sent through the API and rejected.',
      ),
    since: Instant.describe('When the stage was reached.'),
    way: z.enum(registrationWays).optional().describe('Absent until the supplier has chosen.'),
    last_rejection: z.object({ reason: Reason, message: z.string(), at: Instant }).optional(),
    created_at: Instant,
    last_activity_at: Instant.describe('When the supplier last did something; initially `created_at`.'),
    link: z
      .object({ expires_at: Instant, revoked_at: Instant.optional() })
      .optional()
      .describe("The supplier's link; its address is in `…/registration`."),
    helper: z.string().optional().describe('Name of the helper, if the helper has begun.'),
    reminded_at: Instant.optional().describe('When the last reminder was requested.'),
  })
  .meta({ id: 'OpenRegistration' });

export const openRegistrationResponse = (
  row: OpenRegistration,
): z.infer<typeof OpenRegistrationResponse> => ({
  id: row.id,
  silo_entry_id: row.entryId,
  ...(row.key ? { key: row.key } : {}),
  ...(row.supplier ? { supplier: row.supplier } : {}),
  stage: row.stage,
  since: row.stageReachedAt.toISOString(),
  ...(row.way ? { way: row.way } : {}),
  ...(row.reason && row.rejectedAt
    ? {
        last_rejection: {
          reason: row.reason,
          message: rejectionMessage(row.reason),
          at: row.rejectedAt.toISOString(),
        },
      }
    : {}),
  created_at: row.createdAt.toISOString(),
  last_activity_at: row.progressedAt.toISOString(),
  ...(row.link
    ? {
        link: {
          expires_at: row.link.expiresAt.toISOString(),
          ...(row.link.revokedAt ? { revoked_at: row.link.revokedAt.toISOString() } : {}),
        },
      }
    : {}),
  ...(row.helper ? { helper: row.helper } : {}),
  ...(row.remindedAt ? { reminded_at: row.remindedAt.toISOString() } : {}),
});
