import { useTranslations } from 'next-intl';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import type { DeliveryRow } from '#lib/webhooks/deliveries.ts';

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
