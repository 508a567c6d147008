import { getTranslations } from 'next-intl/server';
import type { FoundJob } from './require-job.ts';
import { StepCard } from './step-card.tsx';

/** The steps that ran, the one that it stands at, and those that are to come or were not needed. */
export async function JobSteps({ job, now }: { job: FoundJob; now: Date }) {
  const t = await getTranslations('console.jobs.job');
  const { row, steps, waiting } = job;
  const sections = (['steps', 'rescue'] as const).map((phase) => ({
    phase,
    begun: steps.filter(({ intent }) => intent.phase === phase),
  }));
  return sections
    .filter(({ phase, begun }) => phase === 'steps' || begun.length > 0)
    .map(({ phase, begun }) => (
      <section key={phase} className="job-section" aria-labelledby={`job-${phase}`}>
        <h2 id={`job-${phase}`}>{t(phase)}</h2>
        {phase === 'rescue' && <p className="hint">{t('rescueText')}</p>}
        <ol className="job-steps">
          {row[phase].map((step, index) => (
            <StepCard
              key={step.id}
              job={job}
              step={step}
              number={index + 1}
              // In the order in which they were begun, which is the order of the steps.
              begun={begun[index]}
              waiting={waiting && begun[index]?.intent === waiting.intent ? waiting.event : undefined}
              unbegun={row.completedAt ? 'unused' : 'pending'}
              now={now}
            />
          ))}
        </ol>
      </section>
    ));
}
