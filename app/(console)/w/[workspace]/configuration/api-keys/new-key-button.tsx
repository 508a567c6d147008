'use client';

import { Button, Checkbox, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { plainName } from '#console/_ui/visible-text.ts';
import { scopedServices } from '#lib/scopes.ts';
import { createKey } from './actions.ts';
import { begunKey, expiries } from './expiry.ts';
import type { NewKey } from './new-key.ts';
import { MadeKey } from './rotate-key-button.tsx';

interface NewKeyButtonProps {
  workspace: string;
  baseUrl: string;
}

/** Asks for name, scopes, addresses and expiry, then shows the token once. */
export function NewKeyButton({ workspace, baseUrl }: NewKeyButtonProps) {
  const t = useTranslations('console.configuration.apiKeys');
  const [opened, { open, close }] = useDisclosure();
  const [token, setToken] = useState<string>();
  const form = useForm<NewKey>({
    initialValues: begunKey,
  });
  const { run, pending, failure } = useConsoleAction(createKey.bind(null, workspace), form);
  const create = form.onSubmit((values) => run(values, (made) => setToken(made.token)));
  const finish = () => {
    close();
    setToken(undefined);
    form.reset();
  };
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={18} />}>
        {t('new')}
      </Button>
      {/* While the token is shown, only the dialog's own button closes it, not a click outside. */}
      <FormDialog
        opened={opened}
        onClose={token ? undefined : close}
        title={token ? t('madeTitle', { name: plainName(form.values.name) }) : t('newTitle')}
        size="lg"
        onSubmit={create}
        submit={t('create')}
        pending={pending}
        failure={failure}
        result={token && <MadeKey token={token} baseUrl={baseUrl} onDone={finish} />}
      >
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ScopeFields form={form} />
        <Textarea
          label={t('addresses')}
          description={t('addressesHint')}
          placeholder={'203.0.113.7\n2001:db8::/48'}
          autosize
          minRows={2}
          {...form.getInputProps('addresses')}
        />
        <NativeSelect
          label={t('expiry')}
          description={t('expiryHint')}
          data={expiries.map((value) => ({ value, label: t(`expiries.${value}`) }))}
          {...form.getInputProps('expiry')}
        />
        {form.values.expiry === 'date' && (
          <TextInput type="date" label={t('day')} required {...form.getInputProps('day')} />
        )}
      </FormDialog>
    </>
  );
}

/** All scopes, or read and write per service. */
function ScopeFields({ form }: { form: UseFormReturnType<NewKey> }) {
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
