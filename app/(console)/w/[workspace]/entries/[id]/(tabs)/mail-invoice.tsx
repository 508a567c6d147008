'use client';

import { Button, Checkbox, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Failure, usePermission } from '#console/_ui/failure.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { InvoiceMailSettings } from '#lib/invoices/invoice-mail.ts';
import { mail, setInvoiceMail } from './actions.ts';

interface MailInvoiceProps {
  workspace: string;
  id: string;
  address: string | undefined;
  hasMails: boolean;
}

/** Mails the invoice to its customer, or to another address. */
export function MailInvoice({ workspace, id, address = '', hasMails }: MailInvoiceProps) {
  const t = useTranslations('console.entry.mail');
  const [requestId, setRequestId] = useState<string>();
  const form = useForm({ initialValues: { to: address } });
  const { run, pending, failure, reset } = useConsoleAction(mail.bind(null, workspace), form);
  const begin = () => {
    reset();
    form.setValues({ to: address });
    setRequestId(crypto.randomUUID());
  };
  const close = () => setRequestId(undefined);
  const submit = form.onSubmit(({ to }) => {
    if (!requestId) return;
    run(
      { id, to, requestId },
      () => {
        close();
        notifications.show({ message: t('done', { address: to.trim() }), color: 'green' });
      },
      ({ fields }) => fields.to && form.setErrors({ to: t('invalid') }),
    );
  });
  return (
    <>
      <Button variant={hasMails ? 'default' : 'light'} onClick={begin}>
        {t('open')}
      </Button>
      <FormDialog
        opened={requestId !== undefined}
        onClose={close}
        title={t('dialogTitle')}
        onSubmit={submit}
        submit={t('submit')}
        pending={pending}
        failure={failure}
        noValidate
      >
        <Text size="sm">{t('text')}</Text>
        <TextInput
          type="email"
          label={t('to')}
          autoComplete="off"
          maxLength={254}
          data-autofocus
          {...form.getInputProps('to')}
        />
      </FormDialog>
    </>
  );
}

interface InvoiceMailFormProps {
  workspace: string;
  id: string;
  settings: InvoiceMailSettings;
}

/** How the supplier's invoices are mailed. Each change is saved at once. */
export function InvoiceMailForm({ workspace, id, settings }: InvoiceMailFormProps) {
  const t = useTranslations('console.entry.invoiceMail');
  const isPermitted = usePermission();
  const { run, pending, failure } = useConsoleAction(setInvoiceMail.bind(null, workspace));
  const disabled = pending || !isPermitted('entries:write');
  const change = (part: Partial<InvoiceMailSettings>) =>
    run({ id, ...settings, ...part }, () => notifications.show({ message: t('saved'), color: 'green' }));
  return (
    <>
      <Switch
        label={t('automatic')}
        description={t('automaticHint')}
        checked={settings.automatic}
        disabled={disabled}
        onChange={({ currentTarget }) => change({ automatic: currentTarget.checked })}
      />
      <NativeSelect
        label={t('sender')}
        description={t('senderHint')}
        value={settings.sender}
        disabled={disabled}
        data={(['supplier', 'workspace'] as const).map((value) => ({ value, label: t(`senders.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ sender: currentTarget.value === 'workspace' ? 'workspace' : 'supplier' })
        }
      />
      <Checkbox
        label={t('link')}
        description={t('linkHint')}
        checked={settings.link}
        disabled={disabled}
        onChange={({ currentTarget }) => change({ link: currentTarget.checked })}
      />
      <Failure of={failure} />
    </>
  );
}
