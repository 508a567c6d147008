import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { Moment } from '../../../../../_shell/moment.tsx';
import { workspacePath } from '../../../../../_shell/navigation.ts';
import { Pager } from '../../../_parts/pager.tsx';
import { requireEntry } from '../../entry-visit.ts';
import { lineInWords } from './activity-words.ts';
import { cursorIn, type TabProps } from './tab-props.ts';

const pageSize = 20;

/** What was done, by whom and when; the newest first. */
export default async function Activity({ params, searchParams }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id);
  const t = await getTranslations('console.entry.activity');
  const path = workspacePath(ctx.workspace.slug, `/entries/${entry.id}`);
  const cursor = await cursorIn(searchParams);
  const { list, next_cursor: next } = await activityOf(ctx, entry.id, cursor, path);
  const words = await Promise.all(list.map((line) => lineInWords(line)));
  return (
    <>
      <ol className="activity" aria-label={t('label')}>
        {list.map(({ at, subject, action, actor }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log, that never change places
          <li key={`${at.getTime()} ${subject.id} ${action} ${index}`}>
            <span>{words[index]}</span>
            <span className="hint">
              <Moment at={at} /> · <bdi>{t(`actors.${actor.kind}`, { name: actor.name ?? '' })}</bdi>
            </span>
          </li>
        ))}
      </ol>
      <Pager newest={cursor && path} older={next && `${path}?cursor=${next}`} />
    </>
  );
}

async function activityOf(ctx: Context, id: string, cursor: string | undefined, path: string) {
  try {
    return await entryActivity(ctx, id, { limit: pageSize, ...(cursor ? { cursor } : {}) });
  } catch (error) {
    if (error instanceof AltaError && error.fields.cursor) redirect(path);
    throw error;
  }
}
