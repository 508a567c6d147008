'use client';

import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { mail } from './actions.ts';

interface MailLinkProps {
  workspace: string;
  id: string;
  /** To begin with. */
  address: string | undefined;
}

/** The mail that brings the link, sent from here in the account holder's name. */
export function MailLink({ workspace, id, address = '' }: MailLinkProps) {
  const t = useTranslations('console.contact.mail');
  const [opened, { open, close }] = useDisclosure();
  const form = useForm({ initialValues: { to: address } });
  const { run, pending, failure } = useConsoleAction(mail.bind(null, workspace), form);
  const begin = () => {
    form.setValues({ to: address });
    open();
  };
  const submit = form.onSubmit(({ to }) =>
    run(
      { id, to },
      () => {
        close();
        notifications.show({ message: t('done', { address: to.trim() }), color: 'green' });
      },
      ({ fields }) => fields.to && form.setErrors({ to: t('invalid') }),
    ),
  );
  return (
    <>
      <Button variant="default" onClick={begin}>
        {t('open')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('title')}
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
