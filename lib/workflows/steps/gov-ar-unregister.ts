import { z } from 'zod';
import { endRegistrations } from '#lib/registrations/end.ts';
import { setEntryState } from '#lib/silo/states.ts';
import { endJobsBetween } from '../cancel.ts';
import { defineProvider } from '../provider.ts';

/** Ends the supplier's registration and destroys its keys: from here on nothing can be signed for it. */
export const govArUnregister = defineProvider({
  id: 'gov-ar.unregister',
  title: 'Unregister supplier from ARCA',
  schema: 'org/party',
  config: z.strictObject({}),
  async run({ ctx, job, entry, now }) {
    return async (tx) => {
      // First, and not woken by the end: they would fail and run their rescue, which labels an entry that was
      // closed on purpose an error.
      const onTheWay = { entryId: entry.id, from: 'gov-ar.register', to: 'gov-ar.wait.authorization' };
      await endJobsBetween(tx, ctx, onTheWay, { provider: 'gov-ar', code: 'unregistered' }, now);
      const ended = await endRegistrations(tx, ctx, entry.id, now);
      await setEntryState(tx, ctx, { entryId: entry.id, key: 'void', faults: [], src: 'job', srcId: job.id });
      if (ended.registrations === 0) return { status: 'OK', code: 'not-registered' };
      return { status: 'OK', code: 'registration-ended', params: { keys: ended.keys } };
    };
  },
});
