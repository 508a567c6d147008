import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Chip } from '#console/_ui/chip.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { ChangeList } from '#console/w/[workspace]/configuration/workflows/change-list.tsx';
import { changesBetween } from '#console/w/[workspace]/configuration/workflows/changes.ts';
import { authorNames } from '#console/w/[workspace]/configuration/workflows/version-author.ts';
import { hideDefinition } from '#lib/workflows/drafts.ts';
import { providers } from '#lib/workflows/providers.ts';
import { mostListed, type VersionRow } from '#lib/workflows/versions.ts';
import type { FoundWorkflow } from '../require-workflow.ts';
import { RestoreButton } from './restore-button.tsx';

interface VersionListProps {
  found: FoundWorkflow;
  /** Newest first. */
  versions: VersionRow[];
}

/** Each version with who saved it, when, and what they changed. */
export async function VersionList({ found, versions }: VersionListProps) {
  const t = await getTranslations('console.workflows.versions');
  const nameOf = await authorNames(found.ctx);
  return (
    <>
      <p className="hint">{t('lead')}</p>
      <ol className="versions" reversed>
        {versions.map((row, index) => {
          const { version } = row;
          const isCurrent = version === found.workflow.version;
          return (
            <li key={version} className="sheet sheet-text">
              <div className="version-head">
                <h2>{t('version', { version })}</h2>
                {isCurrent && <Chip tone="good">{t('current')}</Chip>}
                <span className="hint">
                  {nameOf(row)}, <Moment at={row.createdAt} />
                </span>
              </div>
              <WhatChanged row={row} before={versions[index + 1]} />
              {!isCurrent && (
                <div className="version-acts">
                  <Link href={`?version=${version}`} aria-label={t('compareLabel', { version })}>
                    {t('compare')}
                  </Link>
                  <RestoreButton found={found} version={version} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {versions.length === mostListed && <p className="hint">{t('oldest')}</p>}
    </>
  );
}

async function WhatChanged({ row, before }: { row: VersionRow; before: VersionRow | undefined }) {
  const t = await getTranslations('console.workflows');
  if (!before) {
    return row.version === 1 ? <p>{t('versions.first', { count: row.steps.length })}</p> : null;
  }
  const changes = changesBetween(hideDefinition(before), hideDefinition(row));
  // A version is kept only when something changed.
  if (changes.length === 0) return <p>{t('changes.hidden')}</p>;
  return <ChangeList changes={changes} defaults={providers} />;
}
