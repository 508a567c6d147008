'use client';

import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { usePermission } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { SavedView, ViewableList } from '#lib/accounts/saved-views.ts';
import { remove, save } from './actions.ts';

// Loaded when the dialog is first opened.
const FormDialog = dynamic(() => import('#console/_ui/form-dialog.tsx').then((module) => module.FormDialog));

interface SaveViewProps {
  workspace: string;
  list: ViewableList;
  filters: Record<string, string>;
}

export function SaveView({ workspace, list, filters }: SaveViewProps) {
  const t = useTranslations('console.shell.views');
  const isPermitted = usePermission();
  const [wasOpened, setWasOpened] = useState(false);
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  const form = useForm({ initialValues: { name: '', isShared: false } });
  const { run, pending, failure, reset } = useConsoleAction(save.bind(null, workspace), form);
  const leave = () => {
    reset();
    form.clearErrors();
    close();
  };
  const submit = form.onSubmit(({ name, isShared }) =>
    run({ list, name, filters, isShared }, () => {
      leave();
      form.setFieldValue('name', '');
      notifications.show({ message: t('saved', { name: name.trim() }), color: 'green' });
    }),
  );
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={open}>
        {t('save')}
      </Button>
      {wasOpened && (
        <FormDialog
          opened={opened}
          onClose={leave}
          onSubmit={submit}
          title={t('saveTitle')}
          submit={t('save')}
          pending={pending}
          failure={failure}
        >
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            maxLength={60}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          {isPermitted('views:share') && (
            <Checkbox
              label={t('share')}
              description={t('shareHint')}
              {...form.getInputProps('isShared', { type: 'checkbox' })}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}

interface RemoveViewProps {
  workspace: string;
  view: Pick<SavedView, 'id' | 'name' | 'isShared'>;
}

export function RemoveView({ workspace, view: { id, name, isShared } }: RemoveViewProps) {
  const t = useTranslations('console.shell.views');
  return (
    <ConfirmButton
      size="compact-sm"
      color="gray"
      label={t('remove')}
      fullLabel={t('removeLabel', { name })}
      title={t('removeTitle', { name })}
      action={() => remove(workspace, { id })}
      done={t('removed', { name })}
    >
      {t(isShared ? 'removeTextShared' : 'removeText')}
    </ConfirmButton>
  );
}
