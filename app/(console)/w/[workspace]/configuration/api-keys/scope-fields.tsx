'use client';

import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { scopedServices } from '#lib/scopes.ts';
import type { NewKey } from './new-key.ts';
import './api-keys.css';

/** Everything, or of each service whether the key reads, writes, or both. */
export function ScopeFields({ form }: { form: UseFormReturnType<NewKey> }) {
  const t = useTranslations('console.configuration.apiKeys');
  return (
    <>
      <Radio.Group label={t('access')} {...form.getInputProps('access')}>
        <Stack gap="xs" mt="xs">
          <Radio value="everything" label={t('everything')} description={t('everythingText')} />
          <Radio value="chosen" label={t('chosen')} description={t('chosenText')} />
        </Stack>
      </Radio.Group>
      {form.values.access === 'chosen' && (
        <Checkbox.Group label={t('scopes')} {...form.getInputProps('scopes')}>
          <div className="scope-choice">
            {scopedServices.map((service) => (
              <div key={service} className="scope-of-service">
                <Text size="sm">
                  {t(`services.${service}`)} <code>{service}</code>
                </Text>
                <Checkbox
                  value={`${service}:read`}
                  label={t('read')}
                  aria-label={`${t('read')}: ${t(`services.${service}`)}`}
                />
                <Checkbox
                  value={`${service}:write`}
                  label={t('write')}
                  aria-label={`${t('write')}: ${t(`services.${service}`)}`}
                />
              </div>
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
