import { z } from 'zod';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { stages } from '#lib/reports/stages.ts';

/** What the address asks for. A value that is none of a filter's counts as not given. */
const Filters = z.object({
  stage: z.enum(stages).exclude(['completed']).optional().catch(undefined),
  reason: z.enum(rejectionReasons).optional().catch(undefined),
});
export type Filters = z.infer<typeof Filters>;

export const readFilters = (params: SearchParams): Filters => Filters.parse(params);
