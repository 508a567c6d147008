import 'server-only';

import type { SearchParams } from '#console/_ui/list-page.tsx';
import { oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { stages } from '#lib/reports/stages.ts';

/** Days without anything done by the supplier. */
export const idleDays = ['2', '7', '14', '30'] as const;
export const ways = ['certificate', 'delegation'] as const;
export const openStages = stages.filter((stage) => stage !== 'completed');

const filters = {
  stage: oneOf(openStages),
  reason: oneOf([...rejectionReasons, 'any']),
  way: oneOf(ways),
  idle: oneOf(idleDays),
};

/** What the address asks for, and the query that it makes. */
export function readRegistrationParams(params: SearchParams, now = new Date()) {
  const read = readTyped(params, filters);
  const { idle, ...values } = read.values;
  return {
    ...read,
    query: {
      ...values,
      ...(idle ? { until: new Date(now.getTime() - Number(idle) * 86_400_000) } : {}),
    },
  };
}
export type ReadRegistrationParams = ReturnType<typeof readRegistrationParams>;
