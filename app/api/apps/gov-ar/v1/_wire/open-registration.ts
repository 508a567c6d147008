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

/** `30m`, `36h` or `7d`, in milliseconds. Nothing is older than ten years. */
const Age = z
  .string()
  .refine(
    (text) => /^[1-9]\d{0,3}[mhd]$/.test(text),
    'must be a number of minutes, hours or days, such as 30m, 36h or 7d',
  )
  .transform((text) => Number.parseInt(text, 10) * unitMinutes[text.slice(-1) as 'm' | 'h' | 'd'] * 60_000);

export const OpenRegistrationQuery = PageQuery.extend({
  stage: z.enum(openStages).optional().describe('How far they got.'),
  reason: z
    .enum([...rejectionReasons, 'any'])
    .optional()
    .describe('Of the last rejection; `any`: whichever it was.'),
  way: z.enum(registrationWays).optional(),
  older_than: Age.optional().describe('The supplier has done nothing for so long: `30m`, `36h`, `7d`.'),
  ascending: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: whoever has done nothing for the longest comes first.'),
});

export const openRegistrationQuery = (
  { older_than: age, ascending, ...query }: z.infer<typeof OpenRegistrationQuery>,
  now = new Date(),
): OpenRegistrationsQuery => ({
  ...query,
  ascending: ascending === 'true',
  ...(age ? { until: new Date(now.getTime() - age) } : {}),
});

/** Without the link's address, which gives access. That is in the entry's meta and in `…/registration`. */
export const OpenRegistrationResponse = z
  .object({
    id: z.uuid(),
    silo_entry_id: z.uuid(),
    key: z.string().optional().describe("The entry's: your own id of the supplier."),
    supplier: z
      .object({ name: z.string(), cuit: z.string() })
      .optional()
      .describe('Absent where their document has no CUIT by now.'),
    stage: z
      .enum(stages)
      .describe(
        'The furthest they got, named as the `state` of `…/registration`. `request-downloaded` is also the stage of a certificate that came through the API and was rejected.',
      ),
    since: Instant.describe('When they got there.'),
    way: z.enum(registrationWays).optional().describe('Absent until they have chosen.'),
    last_rejection: z.object({ reason: Reason, message: z.string(), at: Instant }).optional(),
    created_at: Instant,
    last_activity_at: Instant.describe('When the supplier did something last; at first, `created_at`.'),
    link: z
      .object({ expires_at: Instant, revoked_at: Instant.optional() })
      .optional()
      .describe("The supplier's own; its address is in `…/registration`."),
    helper: z.string().optional().describe('Whom the supplier handed it over to, who has begun.'),
    reminded_at: Instant.optional().describe('When the last reminder was asked for.'),
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
