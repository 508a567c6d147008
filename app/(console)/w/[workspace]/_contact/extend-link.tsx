'use client';

import { Button, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useFormatter, useTranslations } from 'next-intl';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { extend } from './actions.ts';

interface ExtendLinkProps {
  workspace: string;
  id: string;
  expiresAt: Date;
}

const usualDays = 30;

/** More time under the same address: whoever has the link need not be told. */
export function ExtendLink({ workspace, id, expiresAt }: ExtendLinkProps) {
  const t = useTranslations('console.contact.extend');
  const format = useFormatter();
  const [opened, { open, close }] = useDisclosure();
  const form = useForm<{ days: number | string }>({ initialValues: { days: usualDays } });
  const { run, pending, failure } = useConsoleAction(extend.bind(null, workspace), form);
  const submit = form.onSubmit(({ days }) =>
    run({ id, days: Number(days) }, (extended) => {
      close();
      const until = format.dateTime(extended.expiresAt, 'day');
      notifications.show({ message: t('done', { until }), color: 'green' });
    }),
  );
  return (
    <>
      <Button variant="subtle" onClick={open}>
        {t('open')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('title')}
        onSubmit={submit}
        submit={t('open')}
        pending={pending}
        failure={failure}
      >
        <Text size="sm">{t('text', { until: format.dateTime(expiresAt, 'day') })}</Text>
        <NumberInput
          label={t('days')}
          min={1}
          max={365}
          allowDecimal={false}
          data-autofocus
          {...form.getInputProps('days')}
        />
      </FormDialog>
    </>
  );
}
