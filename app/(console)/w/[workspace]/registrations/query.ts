import { z } from 'zod';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { stages } from '#lib/reports/stages.ts';

/** Days without anything done by the supplier. */
export const idleDays = ['2', '7', '14', '30'] as const;
export const ways = ['certificate', 'delegation'] as const;

/** What the address asks for. A value that is none of a filter's counts as not given. */
const Filters = z.object({
  stage: z.enum(stages).exclude(['completed']).optional().catch(undefined),
  reason: z
    .enum([...rejectionReasons, 'any'])
    .optional()
    .catch(undefined),
  way: z.enum(ways).optional().catch(undefined),
  idle: z.enum(idleDays).optional().catch(undefined),
});
export type Filters = z.infer<typeof Filters>;

export const readFilters = (params: SearchParams): Filters => Filters.parse(params);

/** The same, as the verb takes it. */
export const queryOf = ({ idle, ...filters }: Filters, now = new Date()) => ({
  ...filters,
  ...(idle ? { until: new Date(now.getTime() - Number(idle) * 86_400_000) } : {}),
});
