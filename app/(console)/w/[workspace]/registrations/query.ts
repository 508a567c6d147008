import { z } from 'zod';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { StoppedQuery } from '#lib/reports/stopped.ts';

const { stage, reason } = StoppedQuery.shape;

/** What the address asks for. A value that is none of a filter's counts as not given. */
const Filters = z.object({ stage: stage.catch(undefined), reason: reason.catch(undefined) });
export type Filters = z.infer<typeof Filters>;

export const readFilters = (params: SearchParams): Filters => Filters.parse(params);
