import { useTranslations } from 'next-intl';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import type { DeliveryRow, LastAttempt, ListedDelivery } from '#lib/webhooks/deliveries.ts';

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

/** What an attempt came to, in words. */
export function AttemptOutcome({ of: { status, failure } }: { of: LastAttempt }) {
  const t = useTranslations('console.configuration.deliveries');
  if (status !== null) return t('answered', { status: String(status) });
  // A kind of failure that has no words yet is told by its name.
  if (!failure || !t.has(`failures.${failure}` as 'failures.dns')) return failure ?? '-';
  return t(`failures.${failure}` as 'failures.dns');
}

/** The last of a delivery, or why there was no other. */
export function DeliveryOutcome({
  delivery,
  last,
}: {
  delivery: ListedDelivery;
  last: LastAttempt | undefined;
}) {
  const t = useTranslations('console.configuration.deliveries');
  if (delivery.status === 'cancelled') return t(delivery.intentId ? 'jobCancelled' : 'endpointRemoved');
  if (last) return <AttemptOutcome of={last} />;
  return delivery.status === 'dead' ? t('endpointDisabled') : t('notYet');
}
