import 'server-only';

import type { SearchParams } from '#console/_ui/list-page.tsx';
import { anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { openStages, stages } from '#lib/registrations/state.ts';
import { dayAfter } from '#lib/reports/counts.ts';
import { funnelDays } from '#lib/reports/stages.ts';

/** Minimum numbers of days without activity by the supplier. */
export const idleDays = ['2', '7', '14', '30'] as const;
export const ways = ['certificate', 'delegation'] as const;
/** Stages that the overview counts for the registrations of the last weeks. */
export const countedInFunnel = [...stages, 'api'] as const;

const filters = {
  q: anyText(),
  stage: oneOf(openStages),
  reason: oneOf([...rejectionReasons, 'any']),
  way: oneOf(ways),
  idle: oneOf(idleDays),
  funnel: oneOf(countedInFunnel),
};

/** The filters in the address, and the resulting query. */
export function readRegistrationParams(params: SearchParams, now = new Date()) {
  const read = readTyped(params, filters);
  const { idle, funnel, ...values } = read.values;
  return {
    ...read,
    query: {
      ...values,
      ...(funnel ? { funnel: { counted: funnel, since: dayAfter(-funnelDays, now).start } } : {}),
      ...(idle ? { until: new Date(now.getTime() - Number(idle) * 86_400_000) } : {}),
    },
  };
}
export type ReadRegistrationParams = ReturnType<typeof readRegistrationParams>;
