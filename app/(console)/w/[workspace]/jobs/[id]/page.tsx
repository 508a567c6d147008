import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Opened } from '#console/_shell/search/opened.tsx';
import { BackLink } from '#console/_ui/back-link.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import '../jobs.css';
import { fetchRemarks } from '#lib/workflows/jobs.ts';
import { StatusChip, statusOf } from '../status-chip.tsx';
import { JobButtons } from './job-buttons.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobFaults } from './job-faults.tsx';
import { JobSteps } from './job-steps.tsx';
import { requireJob } from './require-job.ts';
import { SupplierLink } from './supplier-link.tsx';

interface JobProps {
  params: Promise<{ workspace: string; id: string }>;
}

export async function generateMetadata({ params }: JobProps) {
  const { workspace, id } = await params;
  const { workflowName } = await requireJob(workspace, id);
  const t = await getTranslations('console.jobs');
  return { title: t('job.title', { workflow: workflowName }) };
}

export default async function Job({ params }: JobProps) {
  const { workspace, id } = await params;
  const job = await requireJob(workspace, id);
  const { row } = job;
  const t = await getTranslations('console.jobs');
  const status = statusOf(row);
  // That it was cancelled is what the status says.
  const faults = row.faults.filter(({ code }) => code !== 'cancelled');
  const summary = t('job.status', { status, faults: faults.length });
  return (
    <>
      <Opened path={`/jobs/${row.id}`} title={job.workflowName} detail={job.entryName} icon="jobs" />
      <BackLink href={workspacePath(workspace, '/jobs')}>{t('title')}</BackLink>
      <PageHeader
        title={job.workflowName}
        lead={t.rich('job.lead', {
          entry: job.entryName,
          link: (chunks) => (
            <Link href={workspacePath(workspace, `/entries/${row.entryId}`)}>
              <bdi>{chunks}</bdi>
            </Link>
          ),
        })}
        actions={<JobButtons job={job} />}
      />
      {/* The only part that is read out when it changes: the rest of the page is there to be looked at. */}
      <p className="job-status" role="status">
        <StatusChip of={status} />
        {summary !== `${t(`statuses.${status}`)}.` && <span>{summary}</span>}
      </p>
      <SupplierLink job={job} />
      <JobFaults kind="faults" faults={faults} />
      <JobFaults kind="remarks" faults={await fetchRemarks(job.ctx, row)} />
      <JobFacts job={job} now={new Date()} />
      <ClientTexts areas={['jobs']}>
        <JobSteps job={job} now={new Date()} />
      </ClientTexts>
      {!row.completedAt && <LiveRefresh everySeconds={2.5} />}
    </>
  );
}
