import { SimulationResponse, simulatedRegistration } from '#app/api/access/v1/_wire/simulation.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { Simulation, simulate } from '#lib/registrations/simulate.ts';

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
        'are those of a real registration. The answer has where the registration stands afterwards.',
      ].join(' '),
      idempotency: 'harmless',
      body: Simulation,
      answers: {
        200: SimulationResponse,
      },
      failures: ['not-found', 'conflict', 'gone'],
    },
    async (ctx, { body }) => {
      const entryId = body.event === 'authority-down' ? undefined : body.silo_entry_id;
      // With the workspace, because nothing has checked yet whose entry it is.
      await limit('upload', `${ctx.workspace.id} ${entryId ?? ''}`);
      const { downUntil } = await simulate(ctx, body);
      const details = entryId && (await findRegistrationDetails(ctx, entryId));
      return {
        body: {
          event: body.event,
          ...(details ? { registration: simulatedRegistration(details) } : {}),
          ...(downUntil ? { down_until: downUntil.toISOString() } : {}),
        },
      };
    },
  ),
};
