import { useTranslations } from 'next-intl';
import type { DeliveryRow } from '#lib/webhooks/deliveries.ts';
import { Chip, type Tone } from '../../../_parts/chip.tsx';

const tones: Record<DeliveryRow['status'], Tone> = {
  pending: 'wait',
  delivered: 'good',
  dead: 'bad',
  cancelled: 'quiet',
};

export function DeliveryStatus({ of: status }: { of: DeliveryRow['status'] }) {
  const t = useTranslations('console.configuration.deliveries.statuses');
  return <Chip tone={tones[status]}>{t(status)}</Chip>;
}
