import { Group } from '@mantine/core';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import '#console/w/[workspace]/configuration/workflows/workflows.css';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { foundBy } from '#console/_session.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { BackLink } from '#console/_ui/page-header.tsx';
import { restore } from '#console/w/[workspace]/configuration/workflows/actions.ts';
import {
  ChangeList,
  changesBetween,
  compareLines,
} from '#console/w/[workspace]/configuration/workflows/changes.tsx';
import { textOf } from '#console/w/[workspace]/configuration/workflows/editor/draft.ts';
import {
  authorNames,
  type FoundWorkflow,
  requireWorkflow,
} from '#console/w/[workspace]/configuration/workflows/saved-workflow.ts';
import { fetchVersion, listWholeVersions, maxVersions, type VersionRow } from '#lib/workflows/definitions.ts';
import { hideDefinitionSecrets } from '#lib/workflows/drafts.ts';
import { providers } from '#lib/workflows/providers.ts';
import { WorkflowHeader } from '../workflow-header.tsx';

interface VersionsProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<{ version?: string | string[] }>;
}

export async function generateMetadata({ params }: VersionsProps) {
  const { workspace, id } = await params;
  const { workflow } = await requireWorkflow(workspace, id);
  const t = await getTranslations('console.workflows.versions');
  return { title: `${t('title')}: ${(await workflowNames())(workflow.name)}` };
}

export default async function Versions({ params, searchParams }: VersionsProps) {
  const { workspace, id } = await params;
  const found = await requireWorkflow(workspace, id);
  const { version } = await searchParams;
  const isOne = typeof version === 'string' && /^[1-9]\d{0,8}$/.test(version);
  return (
    <>
      <WorkflowHeader found={found} part="versions" />
      {isOne ? (
        <VersionComparison found={found} version={Number(version)} />
      ) : (
        <VersionList found={found} versions={await listWholeVersions(found.ctx, found.workflow.id)} />
      )}
    </>
  );
}

async function VersionComparison({ found, version }: { found: FoundWorkflow; version: number }) {
  const t = await getTranslations('console.workflows.versions');
  const { ctx, workflow } = found;
  const then = hideDefinitionSecrets(await foundBy(workflow.id, (id) => fetchVersion(ctx, id, version)));
  const changes = changesBetween(then, workflow);
  const [before, after] = compareLines(textOf(then), textOf(workflow));
  const sides = [
    { title: t('then', { version }), lines: before },
    { title: t('now', { version: workflow.version }), lines: after },
  ];
  return (
    <>
      <BackLink href="?">{t('back')}</BackLink>
      <section className="sheet sheet-text" aria-labelledby="differences">
        <h2 id="differences">{t('differences', { from: version, to: workflow.version })}</h2>
        {changes.length ? <ChangeList changes={changes} defaults={providers} /> : <p>{t('same')}</p>}
        {version !== workflow.version && (
          <div>
            <RestoreButton found={found} version={version} />
          </div>
        )}
      </section>
      <div className="sides">
        {sides.map(({ title, lines }) => (
          <section key={title} className="sheet" aria-label={title}>
            <h2 className="sheet-heading">{title}</h2>
            <pre>
              {lines.map(({ text, isChanged }, index) => {
                const Line = isChanged ? 'mark' : 'span';
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
                return <Line key={index}>{`${text}\n`}</Line>;
              })}
            </pre>
          </section>
        ))}
      </div>
    </>
  );
}

interface VersionListProps {
  found: FoundWorkflow;
  /** Newest first. */
  versions: VersionRow[];
}

async function VersionList({ found, versions }: VersionListProps) {
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
                <Group gap="0.5rem 1rem">
                  <Link href={`?version=${version}`} aria-label={t('compareLabel', { version })}>
                    {t('compare')}
                  </Link>
                  <RestoreButton found={found} version={version} />
                </Group>
              )}
            </li>
          );
        })}
      </ol>
      {versions.length === maxVersions && <p className="hint">{t('oldest')}</p>}
    </>
  );
}

async function WhatChanged({ row, before }: { row: VersionRow; before: VersionRow | undefined }) {
  const t = await getTranslations('console.workflows');
  if (!before) {
    return row.version === 1 ? <p>{t('versions.first', { count: row.steps.length })}</p> : null;
  }
  const changes = changesBetween(hideDefinitionSecrets(before), hideDefinitionSecrets(row));
  // Every version has a change; here only hidden values changed.
  if (changes.length === 0) return <p>{t('changes.hidden')}</p>;
  return <ChangeList changes={changes} defaults={providers} />;
}

async function RestoreButton({ found, version }: { found: FoundWorkflow; version: number }) {
  const t = await getTranslations('console.workflows.versions');
  const { ctx, workflow } = found;
  return (
    <ConfirmButton
      needs="workflows:write"
      label={t('restore')}
      fullLabel={t('restoreLabel', { version })}
      title={t('restoreTitle', { version })}
      action={restore.bind(null, ctx.workspace.slug, { id: workflow.id, version, seen: workflow.version })}
      done={t('restored', { version })}
      color="petrol"
      variant="light"
    >
      {t('restoreText', { version, next: workflow.version + 1 })}
    </ConfirmButton>
  );
}
