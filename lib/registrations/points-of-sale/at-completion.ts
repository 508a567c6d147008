import type { Context } from '#lib/context.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { findByEntry } from '../find.ts';
import { readPointsOfSale } from './read.ts';

/** The wizard's next page shows them; that they can be read now or not changes nothing about the registration. */
export async function readAtCompletion(ctx: Context, row: RegistrationRow): Promise<void> {
  if (row.environment !== 'live') return;
  const completed = await findByEntry(ctx, row.entryId);
  if (completed) await readPointsOfSale(ctx, completed);
}
