import { getTranslations } from 'next-intl/server';
import type { StoredFault } from '#lib/faults/fault.ts';
import { FaultText } from './event-text.tsx';

/** Why the job did not come to its end. */
export async function JobFaults({ faults }: { faults: StoredFault[] }) {
  if (faults.length === 0) return null;
  const t = await getTranslations('console.jobs.job');
  return (
    <section className="sheet job-faults" aria-labelledby="faults">
      <h2 id="faults" className="sheet-heading">
        {t('faults', { count: faults.length })}
      </h2>
      <ul>
        {faults.map((fault, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: faults are only ever added at the end
          <li key={index}>
            <FaultText of={fault} />
          </li>
        ))}
      </ul>
    </section>
  );
}
