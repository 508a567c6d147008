'use client';

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Failure, usePermission } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { setDefaultPoint } from './actions.ts';

interface DefaultPointProps {
  workspace: string;
  id: string;
  current: number | undefined;
  /** Usable points of sale; undefined in the sandbox, which accepts any number. */
  usable: { number: number; system: string }[] | undefined;
}

/** The point of sale of the supplier's invoices that name none. */
export function DefaultPoint({ workspace, id, current, usable }: DefaultPointProps) {
  const t = useTranslations('console.entry.series.defaultPoint');
  const isPermitted = usePermission();
  const { run, pending, failure } = useConsoleAction(setDefaultPoint.bind(null, workspace));
  const [typed, setTyped] = useState(String(current ?? ''));
  const disabled = pending || !isPermitted('entries:write');
  const choose = (text: string) =>
    run({ id, number: text === '' ? null : Number(text) }, () =>
      notifications.show({ message: t('saved'), color: 'green' }),
    );
  const isWrong = typed !== '' && !(/^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 99_998);
  return (
    <>
      {usable ? (
        <NativeSelect
          label={t('label')}
          description={t('hint')}
          value={String(current ?? '')}
          disabled={disabled}
          data={[
            { value: '', label: t('none') },
            ...usable.map(({ number, system }) => ({
              value: String(number),
              label: `${String(number).padStart(5, '0')} · ${system}`,
            })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      ) : (
        <Group gap="xs" align="end">
          <TextInput
            label={t('label')}
            description={t('hint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            flex={1}
            inputMode="numeric"
            maxLength={5}
            value={typed}
            disabled={disabled}
            error={isWrong}
            onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
          />
          <Button
            variant="default"
            flex="none"
            loading={pending}
            disabled={disabled || isWrong || typed === String(current ?? '')}
            onClick={() => choose(typed)}
          >
            {t('save')}
          </Button>
        </Group>
      )}
      <Failure of={failure} />
    </>
  );
}
