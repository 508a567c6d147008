import 'server-only';

import { getTranslations } from 'next-intl/server';
import type { Activity } from '#lib/reports/activity.ts';

/** A line of the log as a sentence; a kind of deed that has no words yet by its own name. */
export async function lineInWords({ action, detail }: Activity): Promise<string> {
  const t = await getTranslations('console.entry');
  if (!t.has(`activity.lines.${action}` as 'activity.label')) return action;
  const { state, reason, fields, alias, usable } = detail;
  const named = (area: 'states' | 'rejections', value: unknown): string =>
    t.has(`${area}.${value}` as 'states.empty')
      ? t(`${area}.${value}` as 'states.empty')
      : String(value ?? '');
  return t(`activity.lines.${action}` as 'activity.label', {
    state: named('states', state),
    reason: named('rejections', reason),
    fields: Array.isArray(fields) ? fields.join(', ') : '',
    alias: String(alias ?? ''),
    usable: Number(usable ?? 1),
  });
}
