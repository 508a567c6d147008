import 'server-only';

import { readDays, spanOf } from '#console/_ui/days.ts';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { loggedActions } from '#lib/audit-actions.ts';

/** What narrows the log down: as it stands in the address, and as it is asked of the log. */
export function readActivityParams(params: SearchParams) {
  const typed = {
    about: paramOf(params, 'about'),
    action: ([...loggedActions, 'trouble'] as const).find((each) => each === paramOf(params, 'action')),
    actor: paramOf(params, 'actor'),
    ...readDays(params),
  };
  const { about, action, actor } = typed;
  const what = action === 'trouble' ? { troubles: true } : { action };
  return { typed, query: { about, ...what, actor, ...spanOf(typed) } };
}
export type ActivityParams = ReturnType<typeof readActivityParams>['typed'];

/** The same filters for an address of their own. */
export const queryText = (typed: ActivityParams): string =>
  String(new URLSearchParams(Object.entries(typed).flatMap(([name, text]) => (text ? [[name, text]] : []))));
