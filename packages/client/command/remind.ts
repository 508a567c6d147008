import type { Alta } from '../src/index.ts';
import type { Terminal } from './terminal.ts';
import { until } from './wait.ts';

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
  const batch = await until(
    async () => {
      const now = await alta.batches.fetch(id, { signal });
      return now.status === 'running' ? undefined : now;
    },
    { terminal, signal, seconds: 60, what: 'the reminders' },
  );
  const rows = [];
  for await (const row of alta.batches.rows(id, { limit: 100 })) rows.push(row);
  return { batch, rows };
}
