import { getTranslations } from 'next-intl/server';
import type { StoredFault } from '#lib/faults/fault.ts';
import { FaultText } from './event-text.tsx';

/** Why the job did not come to its end, or what was remarked on its invoice. */
export async function JobFaults({ kind, faults }: { kind: 'faults' | 'remarks'; faults: StoredFault[] }) {
  if (faults.length === 0) return null;
  const t = await getTranslations('console.jobs.job');
  return (
    <section className="sheet job-faults" aria-labelledby={kind}>
      <h2 id={kind} className="sheet-heading">
        {t(kind, { count: faults.length })}
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
