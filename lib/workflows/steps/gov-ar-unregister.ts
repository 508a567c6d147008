import { z } from 'zod';
import { countDelegators } from '#lib/registrations/delegation/delegate.ts';
import { endRegistrations } from '#lib/registrations/end.ts';
import { setEntryState } from '#lib/silo/states.ts';
import { endJobsBetween } from '../cancel.ts';
import { defineProvider, type Outcome } from '../provider.ts';

/** Ends the supplier's registration and destroys its keys: from here on nothing can be signed for it. */
export const govArUnregister = defineProvider({
  id: 'gov-ar.unregister',
  title: 'Unregister supplier from ARCA',
  schema: 'org/party',
  config: z.strictObject({}),
  async run({ ctx, job, entry, now }) {
    return async (tx): Promise<Outcome> => {
      const delegators = await countDelegators({ ...ctx, tx }, entry.id);
      if (delegators > 0) {
        const params = { delegators };
        return { status: 'KO', fault: { provider: 'gov-ar', code: 'acts-for-others', params } };
      }
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
