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

export function AttemptOutcome({ of: { status, failure } }: { of: LastAttempt }) {
  const t = useTranslations('console.configuration.deliveries');
  if (status !== null) return t('answered', { status: String(status) });
  // A failure without a translated text is shown by its key.
  if (!failure || !t.has(`failures.${failure}` as 'failures.dns')) return failure ?? '-';
  return t(`failures.${failure}` as 'failures.dns');
}

/** Result of a delivery's last attempt, or the reason why there was none. */
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

export interface NamedEndpoint {
  id: string;
  url: string;
}

interface EndpointFieldProps extends TextInputProps {
  /** Id of the list of suggestions, because a page may have two. */
  list: string;
  endpoints: NamedEndpoint[];
}

/** Field for an endpoint. The browser suggests addresses that match the input, because there may be many. */
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

/** Ids of the endpoints that match the input: by id, by exact address, or else by part of the address. */
export function matchingEndpointIds(endpoints: NamedEndpoint[], asked: string): string[] {
  if (uuid.test(asked)) return [asked.toLowerCase()];
  const exact = endpoints.filter(({ url }) => url === asked);
  const part = asked.toLowerCase();
  const matching = exact.length ? exact : endpoints.filter(({ url }) => url.toLowerCase().includes(part));
  return matching.map(({ id }) => id);
}

/** Text for the field: the address of the endpoint with this id; other input stays unchanged. */
export const addressMeant = (endpoints: NamedEndpoint[], asked: string): string =>
  endpoints.find(({ id }) => id === asked.toLowerCase())?.url ?? asked;
