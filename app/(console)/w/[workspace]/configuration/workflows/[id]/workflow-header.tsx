import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Opened } from '#console/_shell/recently-opened.tsx';
import { ActButton, ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { BackLink, PageHeader } from '#console/_ui/page-header.tsx';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import { isPermitted } from '#lib/roles.ts';
import { countJobsOnOldVersions } from '#lib/workflows/job-list.ts';
import { makeDefault, setArchived, setDisabled } from '../actions.ts';
import type { FoundWorkflow } from '../saved-workflow.ts';

/** Header of every page of a workflow: name, id, and whether it can be started. */
export async function WorkflowHeader({ found, part }: { found: FoundWorkflow; part: 'editor' | 'versions' }) {
  const { ctx, workflow } = found;
  const { id, version, disabled, isDefault, archivedAt } = workflow;
  const name = (await workflowNames())(workflow.name);
  const { slug } = ctx.workspace;
  const t = await getTranslations('console.workflows');
  const path = (below = '') => workspacePath(slug, `/configuration/workflows${below}`);
  const parts = { editor: path(`/${id}`), versions: path(`/${id}/versions`) } as const;
  return (
    <>
      <Opened path={`/configuration/workflows/${id}`} title={name} detail="" icon="workflows" />
      <BackLink href={path()}>{t('title')}</BackLink>
      <PageHeader
        title={
          <>
            <bdi>{name}</bdi> {isDefault && <Chip tone="good">{t('defaultBadge')}</Chip>}
            {archivedAt && <Chip tone="quiet">{t('archivedBadge')}</Chip>}
            {disabled && <Chip tone="quiet">{t('disabledBadge')}</Chip>}
          </>
        }
        lead={
          <span className="workflow-facts">
            <span>{t('version', { version })}</span>
            <CopyId value={id} label={t('page.id')} />
            <Link href={workspacePath(slug, `/jobs?workflow=${id}`)}>{t('page.jobs')}</Link>
          </span>
        }
        actions={
          archivedAt ? (
            <ActButton
              needs="workflows:write"
              variant="light"
              action={setArchived.bind(null, slug, { id, archived: false })}
              label={t('page.restore')}
              done={t('page.restored', { name })}
            />
          ) : disabled ? (
            <ActButton
              needs="workflows:write"
              variant="light"
              action={setDisabled.bind(null, slug, { id, disabled: false })}
              label={t('page.enable')}
              done={t('page.enabled', { name })}
            />
          ) : (
            <>
              {!isDefault && (
                <ActButton
                  needs="workflows:write"
                  variant="light"
                  action={makeDefault.bind(null, slug, { id })}
                  label={t('list.makeDefault')}
                  done={t('page.madeDefault', { name })}
                />
              )}
              <ConfirmButton
                needs="workflows:write"
                label={t('page.disable')}
                title={t('page.disableTitle', { name })}
                action={setDisabled.bind(null, slug, { id, disabled: true })}
                done={t('page.disabled', { name })}
                variant="light"
              >
                {t('page.disableText')}
              </ConfirmButton>
            </>
          )
        }
      />
      <OldVersions found={found} />
      {archivedAt && <p className="hint">{t('page.archivedText')}</p>}
      {disabled && !archivedAt && <p className="hint">{t('page.disabledText')}</p>}
      <nav className="workflow-tabs" aria-label={t('page.tabs')}>
        {(['editor', 'versions'] as const).map((each) => (
          <Link key={each} href={parts[each]} aria-current={each === part ? 'page' : undefined}>
            {t(`page.${each}`)}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** Unfinished jobs on earlier versions, and what happens to them. */
async function OldVersions({ found: { ctx, workflow } }: { found: FoundWorkflow }) {
  const t = await getTranslations('console.workflows.old');
  const old = await countJobsOnOldVersions(ctx, [workflow.id]);
  if (old.length === 0) return null;
  const jobs = (version: number) =>
    workspacePath(ctx.workspace.slug, `/jobs?workflow=${workflow.id}&version=${version}&status=OPEN`);
  return (
    <div className="hint old-jobs">
      {old.map(({ version, count }) => {
        const text = t('jobs', { count, version });
        return isPermitted(ctx, 'jobs:read') ? (
          <Link key={version} href={jobs(version)}>
            {text}
          </Link>
        ) : (
          <span key={version}>{text}</span>
        );
      })}
      <span>{t('text', { version: workflow.version })}</span>
    </div>
  );
}
