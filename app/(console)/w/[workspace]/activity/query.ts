import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { loggedActions } from '#lib/audit-actions.ts';

const filters = {
  about: anyText(),
  action: oneOf([...loggedActions, 'trouble']),
  actor: anyText(),
  ...dayFilters,
};

/** The log's filters as given in the address, and the resulting query. */
export function readActivityParams(params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { about, action, actor, ...days } = read.values;
  const actionQuery = action === 'trouble' ? { troubles: true } : { action };
  return { ...read, query: { about, ...actionQuery, actor, ...spanOf(days) } };
}
export type ActivityParams = ReturnType<typeof readActivityParams>;

export const queryText = ({ typed }: ActivityParams): string =>
  String(new URLSearchParams(Object.entries(typed).flatMap(([name, text]) => (text ? [[name, text]] : []))));
