import type { Alta } from '../src/index.ts';
import { poll } from '../src/poll.ts';
import type { Terminal } from './terminal.ts';
import { shown } from './wait.ts';

/** Reminds the suppliers of these entries by mail. What came of each is in its row. */
export async function remindSuppliers(
  alta: Alta,
  entryIds: readonly string[],
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
) {
  const { id } = await alta.batches.create({
    operation: 'remind',
    rows: entryIds.map((entryId) => ({ key: entryId, data: { silo_entry_id: entryId } })),
  });
  const seconds = 60;
  const ended = poll(
    async () => {
      const now = await alta.batches.fetch(id, { signal });
      return now.status === 'running' ? undefined : now;
    },
    { signal, waitMs: seconds * 1_000, pollMs: 500 },
  );
  const batch = await shown(ended, { terminal, seconds, what: 'the reminders' });
  const rows = [];
  for await (const row of alta.batches.rows(id, { limit: 100 })) rows.push(row);
  return { batch, rows };
}
