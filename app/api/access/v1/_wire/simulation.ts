import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import type { RegistrationDetails } from '#lib/registrations/details.ts';
import { simulatedEvents } from '#lib/registrations/simulate.ts';
import { registrationStates } from '#lib/registrations/state.ts';

/** The part of a registration that events change. Its names are those of the supplier's registration. */
const SimulatedRegistration = z.object({
  silo_entry_id: z.uuid(),
  intent: z.enum(['register', 'renew']),
  state: z.enum(registrationStates),
  last_rejection: z.object({ reason: z.enum(rejectionReasons), at: Instant }).optional(),
  active_certificate: z
    .object({ alias: z.string(), not_after: Instant })
    .optional()
    .describe('The certificate that signs now.'),
  delegation: z
    .object({ delegate_cuit: z.string(), claimed_at: Instant, granted_at: Instant.optional() })
    .optional(),
});

export const SimulationResponse = z.object({
  event: z.enum(simulatedEvents),
  registration: SimulatedRegistration.optional().describe("The supplier's registration afterwards."),
  down_until: Instant.optional().describe('End of the outage.'),
});

export const simulatedRegistration = ({
  registration: { entryId, intent, state, lastRejection, delegation },
  active,
}: RegistrationDetails): z.infer<typeof SimulatedRegistration> => ({
  silo_entry_id: entryId,
  intent,
  state,
  ...(lastRejection
    ? { last_rejection: { reason: lastRejection.reason, at: lastRejection.at.toISOString() } }
    : {}),
  ...(active
    ? { active_certificate: { alias: active.alias, not_after: active.notAfter.toISOString() } }
    : {}),
  ...(delegation
    ? {
        delegation: {
          delegate_cuit: delegation.delegateCuit,
          claimed_at: delegation.claimedAt.toISOString(),
          granted_at: delegation.grantedAt?.toISOString(),
        },
      }
    : {}),
});
