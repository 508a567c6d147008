import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { englishFault } from '#lib/faults.ts';
import { Fault } from '#lib/http/problem.ts';
import { type EntryStateRow, entryStateKeys } from '#lib/silo/states.ts';

export const StateResponse = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    key: z.enum(entryStateKeys),
    notes: z.string().optional(),
    meta: z.record(z.string(), z.string()).optional(),
    faults: z.array(Fault).optional(),
    src: z.string().describe('Who set it: `api-key`, `user`, `engine` …'),
    src_id: z.string().optional(),
  })
  .meta({ id: 'State' });

export const stateResponse = (row: EntryStateRow): z.infer<typeof StateResponse> => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  key: row.key,
  ...(row.notes ? { notes: row.notes } : {}),
  ...(Object.keys(row.meta).length ? { meta: row.meta } : {}),
  ...(row.faults.length ? { faults: row.faults.map(englishFault) } : {}),
  src: row.src,
  ...(row.srcId ? { src_id: row.srcId } : {}),
});
