import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { DelegationVerification } from '#lib/registrations/delegation.ts';
import type { Delegation } from '#lib/registrations/registration.ts';

const answers = { granted: true, 'not-granted': false, unknown: 'unknown' } as const;
const Granted = z
  .union([z.boolean(), z.literal('unknown')])
  .describe('`unknown`: the authority could not be asked; the last known result stays.');

/** Known facts of a delegation. Unknown ones are absent. */
export const DelegationResponse = z
  .object({
    delegate_cuit: z.string(),
    claimed_at: Instant.describe('When the supplier said that they had delegated.'),
    granted_at: Instant.optional(),
    lost_at: Instant.optional().describe(
      'When the authority said that the delegation had ended; absent once it is granted again.',
    ),
    checked_at: Instant.optional(),
    granted: Granted.optional().describe('The last answer of the authority.'),
    next_check_at: Instant.optional().describe('When Alta next asks the authority by itself.'),
  })
  .meta({ id: 'Delegation' });

export const delegationResponse = (delegation: Delegation): z.infer<typeof DelegationResponse> => ({
  delegate_cuit: delegation.delegateCuit,
  claimed_at: delegation.claimedAt.toISOString(),
  granted_at: delegation.grantedAt?.toISOString(),
  lost_at: delegation.lostAt?.toISOString(),
  checked_at: delegation.checkedAt?.toISOString(),
  ...(delegation.answer ? { granted: answers[delegation.answer] } : {}),
  next_check_at: delegation.nextCheckAt?.toISOString(),
});

export const VerifiedResponse = z.object({
  granted: Granted,
  delegate_cuit: z.string(),
  checked_at: Instant,
});

export const verifiedResponse = ({
  answer,
  delegateCuit,
  checkedAt,
}: DelegationVerification): z.infer<typeof VerifiedResponse> => ({
  granted: answers[answer],
  delegate_cuit: delegateCuit,
  checked_at: checkedAt.toISOString(),
});
