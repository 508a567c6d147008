import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import type { ListedPage } from '#console/_ui/list-page.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { activityTexts } from '#console/w/[workspace]/_activity/activity-texts.ts';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import type { AuditLine } from '#lib/reports/audit-trail.ts';
import './activity.css';

interface ActivityTableProps {
  workspace: string;
  lines: AuditLine[];
  order: ListedPage<AuditLine>['order'];
}

export async function ActivityTable({ workspace, lines, order }: ActivityTableProps) {
  const t = await getTranslations('console.activity');
  const texts = await activityTexts();
  const titleOf = await entryTitles();
  const hrefOf = ({ subject: { kind, id, entry } }: AuditLine): string | undefined => {
    if (kind === 'job') return workspacePath(workspace, `/jobs/${id}`);
    if (kind === 'batch') return workspacePath(workspace, `/batches/${id}`);
    if (kind === 'webhook-delivery') {
      return workspacePath(workspace, `/configuration/webhooks/deliveries/${id}`);
    }
    if (kind === 'workflow') return workspacePath(workspace, `/configuration/workflows/${id}`);
    return entry && workspacePath(workspace, `/entries/${entry.id}`);
  };
  const nameOf = ({ subject: { kind, name, entry } }: AuditLine): string =>
    (entry ? titleOf(entry) : name) ?? t(`subjects.${kind}`);
  return (
    <DataTable
      rows={lines}
      columns={[
        { head: t('list.when'), order, cell: ({ createdAt }) => <ListMoment at={createdAt} /> },
        {
          head: t('list.what'),
          kind: 'title',
          className: 'did',
          whole: (line) => texts.sentence(line),
          cell: (line) => (
            <>
              {line.isSolved && <Chip tone="good">{t('troubles.solved')}</Chip>} {texts.sentence(line)}
            </>
          ),
        },
        {
          head: t('list.about'),
          className: 'about',
          whole: nameOf,
          cell: (line) => {
            const href = hrefOf(line);
            const name = <bdi>{nameOf(line)}</bdi>;
            return href ? <Link href={href}>{name}</Link> : name;
          },
        },
        {
          head: t('list.who'),
          className: 'who',
          whole: (line) => texts.actor(line),
          cell: (line) => <bdi>{texts.actor(line)}</bdi>,
        },
        {
          head: t('list.from'),
          cell: ({ address, requestId }) =>
            address && (
              <>
                <bdi>{address}</bdi>{' '}
                {requestId && (
                  <CopyId value={requestId} label={t('list.request', { id: requestId.slice(0, 8) })}>
                    <span title={requestId}>{requestId.slice(0, 8)}…</span>
                  </CopyId>
                )}
              </>
            ),
        },
      ]}
    />
  );
}
