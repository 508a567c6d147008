import 'server-only';

import { getTranslations } from 'next-intl/server';
import type { Activity } from '#lib/reports/activity.ts';

/** A line of the log as a sentence; an action of an earlier release by its own name. */
export async function lineInWords({ action, detail }: Activity): Promise<string> {
  const t = await getTranslations('console.entry');
  if (!t.has(`activity.lines.${action}`)) return action;
  const { state, reason, fields, alias, usable } = detail;
  const named = (area: 'states' | 'rejections', value: unknown): string =>
    t.has(`${area}.${value}` as 'states.empty')
      ? t(`${area}.${value}` as 'states.empty')
      : String(value ?? '');
  return t(`activity.lines.${action}`, {
    state: named('states', state),
    reason: named('rejections', reason),
    fields: Array.isArray(fields) ? fields.join(', ') : '',
    alias: String(alias ?? ''),
    usable: Number(usable ?? 1),
  });
}
