import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { EndpointRow } from '#lib/webhooks/endpoints.ts';
import { eventNames } from '#lib/webhooks/events.ts';

export const EndpointResponse = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(eventNames)),
    disabled: z.boolean(),
    disabled_at: Instant.optional(),
    disabled_reason: z.enum(['gone', 'operator']).optional().describe('`gone`: it answered 410.'),
  })
  .meta({ id: 'WebhookEndpoint' });

export const endpointResponse = (row: EndpointRow): z.infer<typeof EndpointResponse> => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  url: row.url,
  description: row.description,
  events: row.events,
  disabled: row.disabledAt !== null,
  ...(row.disabledAt
    ? {
        disabled_at: row.disabledAt.toISOString(),
        ...(row.disabledReason ? { disabled_reason: row.disabledReason } : {}),
      }
    : {}),
});
