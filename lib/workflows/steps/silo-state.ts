import { z } from 'zod';
import { entryStateKeys, setEntryState } from '#lib/silo/states.ts';
import { defineProvider } from '../provider.ts';

/** Labels the entry. In a rescue the label carries the faults that led there. */
export const siloState = defineProvider({
  id: 'silo.state',
  title: 'Set state',
  skippable: true,
  config: z.strictObject({ state: z.enum(entryStateKeys) }),
  async run({ ctx, job, entry, config }) {
    return async (tx) => {
      const label = { entryId: entry.id, key: config.state, faults: job.faults, src: 'job', srcId: job.id };
      await setEntryState(tx, ctx, label);
      return { status: 'OK', code: 'state-set', params: { state: config.state } };
    };
  },
});
