import { useTranslations } from 'next-intl';
import { Chip } from '#console/_ui/chip.tsx';
import type { SupplierStage } from '#lib/reports/open-registrations.ts';

interface StateChipProps {
  state: string | null;
  /** A supplier registered in live that cannot issue yet. */
  lacksPointOfSale?: boolean | undefined;
  /** Shown for a supplier in process, whose state says less. */
  stage?: SupplierStage | undefined;
}

/** State of an entry, with a missing point of sale. An unknown state is shown as it is. */
export function StateChip({ state, lacksPointOfSale = false, stage }: StateChipProps) {
  const t = useTranslations('console.entry.states');
  const list = useTranslations('console.suppliers.list');
  const stages = useTranslations('console.entry.stages');
  const key = state ?? 'empty';
  return (
    <>
      <Chip kind="state" tone={key}>
        {stage && key === 'processing' ? stages(stage) : t.has(key as 'empty') ? t(key as 'empty') : key}
      </Chip>
      {lacksPointOfSale && (
        <>
          {' '}
          <Chip tone="wait">{list('no-point-of-sale')}</Chip>
        </>
      )}
    </>
  );
}
