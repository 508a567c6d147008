import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { listPage } from '#console/_ui/list-page.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { activityTexts } from '#console/w/[workspace]/_activity/activity-texts.ts';
import { requireEntry, type TabProps } from '#console/w/[workspace]/entries/require-entry.ts';
import type { Context } from '#lib/context.ts';
import { entryActivity, type Activity as Line } from '#lib/reports/activity.ts';
import { listStates } from '#lib/silo/states.ts';

const pageSize = 20;

export default async function Activity({ params, searchParams }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id);
  const t = await getTranslations('console.activity');
  const { list, pager } = await listPage({
    path: workspacePath(ctx.workspace.slug, `/entries/${entry.id}`),
    params: await searchParams,
    limit: pageSize,
    find: (query) => entryActivity(ctx, entry.id, query),
  });
  const texts = await activityTexts();
  const notes = await notesOf(ctx, entry.id);
  return (
    <>
      <ol className="activity" aria-label={t('label')}>
        {list.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: log lines never change places
          <li key={`${line.at.getTime()} ${line.action} ${index}`}>
            <span>{texts.sentence(line)}</span>
            {notes(line) && <q className="activity-note">{notes(line)}</q>}
            <span className="hint">
              <Moment at={line.at} /> · <bdi>{texts.actor(line)}</bdi>
            </span>
          </li>
        ))}
      </ol>
      {pager}
    </>
  );
}

/** Notes on changes of state. The activity log does not store them, so they are matched by time and state. */
async function notesOf(ctx: Context, id: string): Promise<(line: Line) => string | undefined> {
  const states = await listStates(ctx, id, { limit: 100 });
  const noted = new Map(states.map(({ createdAt, key, notes }) => [`${createdAt.getTime()} ${key}`, notes]));
  return ({ at, action, detail }) =>
    action === 'entry.state' ? (noted.get(`${at.getTime()} ${detail.state}`) ?? undefined) : undefined;
}
