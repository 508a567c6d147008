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

/** What narrows the log down: as it stands in the address, and as it is asked of the log. */
export function readActivityParams(params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { about, action, actor, ...days } = read.values;
  const what = action === 'trouble' ? { troubles: true } : { action };
  return { ...read, query: { about, ...what, actor, ...spanOf(days) } };
}
export type ActivityParams = ReturnType<typeof readActivityParams>;

/** The same filters for an address of their own. */
export const queryText = ({ typed }: ActivityParams): string =>
  String(new URLSearchParams(Object.entries(typed).flatMap(([name, text]) => (text ? [[name, text]] : []))));
