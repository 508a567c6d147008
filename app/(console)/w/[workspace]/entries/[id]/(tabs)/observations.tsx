import { getTranslations } from 'next-intl/server';
import { EventText } from '#console/w/[workspace]/jobs/[id]/event-text.tsx';
import { faultsOf } from '#lib/arca/wsfe-faults.ts';
import type { Submission } from '#lib/invoices/submissions.ts';

/** What the authority remarked when it authorised the invoice: told as a refusal is, in words and in its own. */
export async function Observations({ of: { observations } }: { of: Submission }) {
  const t = await getTranslations('console.invoices.card');
  if (observations.length === 0) return null;
  return (
    <div>
      <h3 className="card-subheading">{t('observations')}</h3>
      <ul className="plain-list card-remarks">
        {faultsOf(observations).map((remark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they came at once, and stay as they came
          <li key={index}>
            <EventText of={remark} />
          </li>
        ))}
      </ul>
    </div>
  );
}
