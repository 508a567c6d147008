import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import type { Tone } from '#console/_ui/chip.tsx';
import type { Overview } from '#lib/reports/overview.ts';
import { Bar } from './bar.tsx';

const tones: Partial<Record<string, Tone>> = {
  registered: 'good',
  processing: 'wait',
  error: 'bad',
  rejected: 'bad',
  invalid: 'bad',
};

/** How many suppliers there are, and in which states. */
export async function SupplierStates({ suppliers, at }: { suppliers: Overview['suppliers']; at: At }) {
  const t = await getTranslations('console.overview.suppliers');
  const stateNames = await getTranslations('console.entry.states');
  const format = await getFormatter();
  return (
    <section className="sheet sheet-text" aria-labelledby="suppliers">
      <h2 id="suppliers">
        <Link href={at('/suppliers')}>{t('title', { count: suppliers.total })}</Link>
      </h2>
      <ul className="bars">
        {suppliers.byState.map(({ state, count }) => (
          <li key={state}>
            <Link href={at(`/suppliers?state=${state}`)}>{stateNames(state)}</Link>
            <span className="bar-number">{format.number(count)}</span>
            <Bar share={count / suppliers.total} tone={tones[state] ?? 'quiet'} />
          </li>
        ))}
      </ul>
    </section>
  );
}
