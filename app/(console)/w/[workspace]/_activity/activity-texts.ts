import 'server-only';

import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import { supportCodeOf } from '#lib/certificates/rejection.ts';
import type { StoredFault } from '#lib/faults.ts';
import type { AuditLine } from '#lib/reports/audit-trail.ts';

type LoggedAction = Pick<AuditLine, 'action' | 'detail'> & {
  actor: Pick<AuditLine['actor'], 'kind' | 'name'>;
};

const Changes = z.record(z.string(), z.tuple([z.string(), z.string()]));

/** Texts for lines of the activity log. Loads the messages once for many lines. */
export async function activityTexts() {
  const t = await getTranslations('console.activity');
  const entry = await getTranslations('console.entry');
  const account = await getTranslations('console.account.members');
  const named = (area: 'states' | 'rejections', value: unknown): string =>
    entry.has(`${area}.${value}` as 'states.empty')
      ? entry(`${area}.${value}` as 'states.empty')
      : String(value ?? '');
  const names = await getTranslations('console.suppliers.editor.fields');
  /** Label of a document's field, without the explanation that follows it in the suggestions. */
  const fieldName = (field: unknown): string => {
    const name = String(field) as 'name';
    return names.has(name) ? (names(name).split(/[;:]/)[0] ?? name) : name;
  };
  const locale = await getLocale();
  const whyOf = (fault: unknown) => (fault ? renderMessage(fault as StoredFault, locale).text : '');
  /** An empty value is shown as a dash; a role by its name. */
  const valueText = (field: string, value: string): string => {
    if (field === 'role' && account.has(`roles.${value}` as 'roles.owner')) {
      return account(`roles.${value}` as 'roles.owner');
    }
    if (value === 'true' || value === 'false') return t(`change.${value}`);
    return value === '' ? '–' : value;
  };
  return {
    /** The changed fields with their values before and after, for actions that record them. */
    changes({ detail }: LoggedAction): string[] {
      const parsed = Changes.safeParse(detail.changes);
      if (!parsed.success) return [];
      return Object.entries(parsed.data).map(([field, [before, after]]) =>
        t('change.line', {
          field: t.has(`change.fields.${field}` as 'change.fields.name')
            ? t(`change.fields.${field}` as 'change.fields.name')
            : fieldName(field),
          before: valueText(field, before),
          after: valueText(field, after),
        }),
      );
    },
    /** Name of the actor. A person to whom the supplier handed over the steps is called a helper. */
    actor: ({ actor: { kind, name } }: LoggedAction): string => {
      if (kind === 'user' && !name) return t('kinds.user');
      return t(`actors.${kind === 'registrant' && name ? 'helper' : kind}`, { name: name ?? '' });
    },
    /** The action as a sentence. An unknown action, from an earlier release, is shown by its key. */
    sentence: ({ action, actor, detail }: LoggedAction): string => {
      if (!t.has(`lines.${action}`)) return action;
      const { state, reason, fields, alias, usable, holder, rating, way, by, kind } = detail;
      return t(`lines.${action}`, {
        name: String(detail.name ?? ''),
        state: named('states', state),
        reason: [named('rejections', reason), supportCodeOf(reason)].filter(Boolean).join(' '),
        fields: Array.isArray(fields) ? fields.map(fieldName).join(', ') : '',
        alias: String(alias ?? ''),
        usable: Number(usable ?? 1),
        holder: String(holder ?? ''),
        rating: String(rating ?? ''),
        way: String(way ?? ''),
        by: String(by ?? actor.kind),
        kind: String(kind ?? ''),
        doubt: String(detail.doubt ?? ''),
        from: String(detail.from ?? 'none'),
        role: String(detail.role ?? ''),
        event: String(detail.event ?? ''),
        count: Number(detail.count ?? 0),
        left: Number(detail.left ?? 0),
        list: String(detail.list ?? ''),
        why: whyOf(detail.fault),
        rows: Number(detail.rows ?? 0),
        version: Number(detail.version ?? 0),
        restored: Number(detail.restored ?? 0),
        hours: Number(detail.overlap_hours ?? 0),
      });
    },
  };
}
