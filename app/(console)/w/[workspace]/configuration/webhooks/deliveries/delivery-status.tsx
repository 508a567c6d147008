import { TextInput, type TextInputProps } from '@mantine/core';
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

/** An endpoint, as a filter shows it. */
export interface NamedEndpoint {
  id: string;
  url: string;
}

interface EndpointFieldProps extends TextInputProps {
  /** Of the list of suggestions: there may be two on a page. */
  list: string;
  endpoints: NamedEndpoint[];
}

/** One of many: part of its address is typed, and the browser suggests the rest. */
export function EndpointField({ list, endpoints, ...field }: EndpointFieldProps) {
  const t = useTranslations('console.configuration.deliveries');
  return (
    <>
      <TextInput
        {...field}
        list={list}
        label={t('endpoint')}
        placeholder={t('anyEndpoint')}
        maxLength={2_000}
        autoComplete="off"
      />
      <datalist id={list}>
        {endpoints.map(({ id, url }) => (
          <option key={id} value={url} />
        ))}
      </datalist>
    </>
  );
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Which endpoints are meant: the one with this id or this address, else all whose address has this in it. */
export function endpointsMeant(endpoints: NamedEndpoint[], asked: string): string[] {
  if (uuid.test(asked)) return [asked.toLowerCase()];
  const exact = endpoints.filter(({ url }) => url === asked);
  const part = asked.toLowerCase();
  const meant = exact.length ? exact : endpoints.filter(({ url }) => url.toLowerCase().includes(part));
  return meant.map(({ id }) => id);
}

/** What stands in the field: an address rather than its id. */
export const addressMeant = (endpoints: NamedEndpoint[], asked: string): string =>
  endpoints.find(({ id }) => id === asked.toLowerCase())?.url ?? asked;
