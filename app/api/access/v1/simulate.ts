import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { RegistrationResponse, registrationResponse } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { Simulation, simulate, simulatedEvents } from '#lib/registrations/simulate.ts';

export const simulation = {
  simulate: endpoint(
    {
      service: 'access',
      version: 'v1',
      tag: 'Sandbox',
      method: 'POST',
      route: 'simulate',
      summary: 'Play an event of a supplier, or an outage of the authority, in the sandbox',
      details: [
        'Only in a sandbox workspace whose authority is the simulator, as in the demo; otherwise 409 `not-simulated`.',
        'The simulator issues and authorizes certificates, and Alta checks them as always, so that the webhooks and jobs',
        'are those of a real registration. The answer has the registration as it is afterwards.',
      ].join(' '),
      idempotency: 'harmless',
      body: Simulation,
      answers: {
        200: z.object({
          event: z.enum(simulatedEvents),
          registration: RegistrationResponse.optional().describe("The supplier's registration afterwards."),
          down_until: Instant.optional().describe('End of the outage.'),
        }),
      },
      failures: ['not-found', 'conflict', 'gone'],
    },
    async (ctx, { body }) => {
      const entryId = body.event === 'authority-down' ? undefined : body.silo_entry_id;
      await limit('upload', entryId ?? ctx.workspace.id);
      const { downUntil } = await simulate(ctx, body);
      const details = entryId && (await findRegistrationDetails(ctx, entryId));
      return {
        body: {
          event: body.event,
          ...(details ? { registration: registrationResponse(details) } : {}),
          ...(downUntil ? { down_until: downUntil.toISOString() } : {}),
        },
      };
    },
  ),
};
