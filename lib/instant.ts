import { z } from 'zod';

/** An instant on the wire: UTC, to the millisecond. */
export const Instant = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'UTC, to the millisecond.', examples: ['2026-11-21T10:00:00.000Z'] });
