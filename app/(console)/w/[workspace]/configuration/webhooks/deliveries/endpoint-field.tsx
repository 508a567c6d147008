import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';

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
