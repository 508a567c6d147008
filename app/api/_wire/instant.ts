import { z } from 'zod';

export const Instant = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'UTC, to the millisecond.', examples: ['2026-11-21T10:00:00.000Z'] });

const [earliest, latest] = [Date.UTC(1970), Date.UTC(10_000) - 1] as const;

/** An instant with any offset. Those the database cannot store are refused. */
export const InstantInput = z.iso
  .datetime({ offset: true, abort: true, error: 'must be an instant such as 2026-11-21T10:00:00Z' })
  .refine((text) => Date.parse(text) >= earliest && Date.parse(text) <= latest, 'must be from 1970 to 9999')
  .transform((text) => new Date(text));
