import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { Activity } from '#lib/reports/activity.ts';
import { actorKinds } from '#lib/roles.ts';

export const ActivityResponse = z
  .object({
    at: Instant,
    actor: z.object({
      kind: z.enum(actorKinds),
      name: z.string().optional().describe("Name of the user, the API key or the supplier's helper."),
    }),
    action: z.string(),
    subject: z.object({ kind: z.string(), id: z.string() }),
    detail: z.record(z.string(), z.unknown()).describe('Ids, reasons and counts; never a secret.'),
  })
  .meta({ id: 'Activity' });

export const activityResponse = (line: Activity): z.infer<typeof ActivityResponse> => ({
  ...line,
  at: line.at.toISOString(),
});
