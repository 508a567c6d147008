import '../configuration.css';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { fetchWorkspaceRow } from '#lib/accounts/workspaces.ts';
import { listQuotas, type QuotaUse } from '#lib/quotas.ts';
import { isPermitted } from '#lib/roles.ts';
import { WorkspaceForm } from './workspace-form.tsx';

export const generateMetadata = titled('configuration.workspace.title');

/** Name and address of the workspace. The settings of the wizard are on another page. */
export default async function WorkspaceSettings({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'workspace:read');
  const t = await getTranslations('console.configuration.workspace');
  const environments = await getTranslations('console.shell.environment');
  const { id, name, slug, environment, contactEmail, createdAt } = await fetchWorkspaceRow(ctx);
  const linkTo = (path: string) => (chunks: React.ReactNode) => (
    <Link href={workspacePath(slug, path)}>{chunks}</Link>
  );
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <WorkspaceForm
        workspace={slug}
        initial={{ name, slug, contactEmail: contactEmail ?? '' }}
        mayChange={isPermitted(ctx, 'workspace:write')}
      />
      <section className="sheet sheet-text" aria-labelledby="facts">
        <h2 id="facts">{t('facts')}</h2>
        <FactList
          layout="columns"
          facts={[
            [t('environment'), environments(environment)],
            [t('timeZone'), t('timeZoneText')],
            [t('created'), <Moment key="created" at={createdAt} />],
            [t('id'), <CopyId key="id" value={id} label={t('id')} />],
          ]}
        />
      </section>
      <QuotaSection quotas={await listQuotas(ctx)} />
      {environment === 'sandbox' && isPermitted(ctx, 'workspace:write') && (
        <section className="sheet sheet-text" aria-labelledby="go-live">
          <h2 id="go-live">{t('goLive')}</h2>
          <p>{t('goLiveText')}</p>
          <div className="buttons">
            <LinkButton variant="default" href={workspacePath(slug, '/configuration/workspace/go-live')}>
              {t('goLiveOpen')}
            </LinkButton>
          </div>
        </section>
      )}
      {isPermitted(ctx, 'workspace:write') && (
        <section className="sheet sheet-text" aria-labelledby="rehearsal">
          <h2 id="rehearsal">{t('rehearsal')}</h2>
          <p>{t('rehearsalText')}</p>
          <div className="buttons">
            <LinkButton variant="default" href={workspacePath(slug, '/configuration/workspace/rehearsal')}>
              {t('rehearsalOpen')}
            </LinkButton>
          </div>
        </section>
      )}
      <section className="sheet sheet-text" aria-labelledby="elsewhere">
        <h2 id="elsewhere">{t('elsewhere')}</h2>
        <p>{t.rich('mails', { link: linkTo('/configuration/apps/gov-ar') })}</p>
        <p>{t.rich('people', { link: linkTo('/configuration/members') })}</p>
      </section>
    </ClientTexts>
  );
}

/** Share from which a quota counts as almost full. */
const nearFrom = 0.9;

async function QuotaSection({ quotas }: { quotas: QuotaUse[] }) {
  const t = await getTranslations('console.configuration.workspace.quotas');
  const format = await getFormatter();
  const sizeOf = (mebibytes: number) =>
    mebibytes < 1_024
      ? `${format.number(mebibytes)} MiB`
      : `${format.number(mebibytes / 1_024, { maximumFractionDigits: 1 })} GiB`;
  const shown = ({ name, used, most }: QuotaUse) => (
    <>
      {name === 'storage'
        ? t('useBytes', { used: sizeOf(used), most: sizeOf(most) })
        : t('use', { used, most })}{' '}
      {used >= most ? (
        <Chip tone="bad">{t('full')}</Chip>
      ) : (
        used >= nearFrom * most && <Chip tone="wait">{t('near')}</Chip>
      )}
    </>
  );
  return (
    <section className="sheet sheet-text" aria-labelledby="quotas">
      <h2 id="quotas">{t('title')}</h2>
      <p>{t('lead')}</p>
      <FactList layout="columns" facts={quotas.map((quota) => [t(`names.${quota.name}`), shown(quota)])} />
    </section>
  );
}
