import { z } from 'zod';
import { startRegistration } from '#lib/registrations/start.ts';
import { defineProvider } from '../provider.ts';

/** Opens the supplier's registration and puts its link into the entry's meta. */
export const govArRegister = defineProvider({
  id: 'gov-ar.register',
  title: 'Register supplier with ARCA',
  schema: 'org/party',
  config: z.strictObject({}),
  async run({ ctx, entry, now }) {
    const started = await startRegistration(ctx, entry, now);
    if (started.kind === 'refused') {
      return async () => ({ status: 'KO', fault: { provider: 'gov-ar', ...started.fault } });
    }
    if (started.kind === 'registered') {
      return async () => ({ status: 'SKIP', code: 'already-registered' });
    }
    return async (tx) => {
      const result = await started.store(tx);
      return { status: 'OK', code: result === 'opened' ? 'registration-opened' : 'already-open' };
    };
  },
});
