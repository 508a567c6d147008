import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { NamedEndpoint } from './query.ts';

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
