import { z } from 'zod';
import { createRegistration } from '#lib/registrations/create.ts';
import { registrationModes } from '#lib/registrations/registration.ts';
import { defineProvider } from '../provider.ts';

/** Creates the supplier's registration, by either way or by the one they choose, and puts its link into the entry's meta. */
export const govArRegister = defineProvider({
  id: 'gov-ar.register',
  title: 'Register supplier with ARCA',
  schema: 'org/party',
  config: z.strictObject({ mode: z.enum(registrationModes).optional() }),
  async run({ ctx, entry, config, now }) {
    const created = await createRegistration(ctx, entry, now, config);
    if (created.kind === 'refused') {
      return async () => ({ status: 'KO', fault: { provider: 'gov-ar', ...created.fault } });
    }
    if (created.kind === 'registered') {
      return async () => ({ status: 'SKIP', code: 'already-registered' });
    }
    return async (tx) => {
      const result = await created.store(tx);
      return { status: 'OK', code: result === 'created' ? 'registration-opened' : 'already-open' };
    };
  },
});
