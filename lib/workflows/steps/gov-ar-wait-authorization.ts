import { z } from 'zod';
import type { CodedMessage } from '#lib/faults/fault.ts';
import { newestRegistration } from '#lib/registrations/find.ts';
import { wayOf } from '#lib/registrations/registration.ts';
import { defineProvider, type Outcome } from '../provider.ts';

const longestWaitDays = 100;
const dayMs = 86_400_000;

/** Waits until the authority has taken the supplier's certificate or delegation, for 100 days unless told less. */
export const govArWaitAuthorization = defineProvider({
  id: 'gov-ar.wait.authorization',
  title: 'Wait for ARCA authorization',
  schema: 'org/party',
  needs: 'gov-ar.register',
  role: 'waits',
  config: z.strictObject({ timeout_days: z.number().int().min(1).max(longestWaitDays).optional() }),
  async run({ ctx, entry, config, begunAt, now }) {
    const days = config.timeout_days ?? longestWaitDays;
    return async (tx): Promise<Outcome> => {
      const registration = await newestRegistration({ ...ctx, tx }, entry.id, { lock: 'share' });
      const until = new Date(begunAt.getTime() + days * dayMs);
      if (!registration) return failed({ code: 'no-registration' });
      const delegates = wayOf(registration) === 'delegation';
      if (registration.completedAt) {
        return { status: 'OK', code: delegates ? 'delegation-granted' : 'authorised' };
      }
      if (registration.revokedAt) return failed({ code: 'revoked' });
      if (now >= until) return failed({ code: 'timed-out', params: { days } });
      const code = delegates ? 'awaiting-delegation' : 'awaiting-certificate';
      return { status: 'QUEUED', ref: registration.id, code, until };
    };
  },
});

const failed = (said: CodedMessage): Outcome => ({ status: 'KO', fault: { provider: 'gov-ar', ...said } });
