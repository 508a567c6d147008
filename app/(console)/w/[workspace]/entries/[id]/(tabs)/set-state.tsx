'use client';

import { Button, NativeSelect, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { StateInput } from '#lib/silo/states.ts';
import { changeState } from './actions.ts';

interface SetStateProps {
  workspace: string;
  id: string;
  state: string;
  states: readonly StateInput['key'][];
}

/** Sets the entry's state by hand. It is only a label and has no other effect. */
export function SetState({ workspace, id, state, states }: SetStateProps) {
  const t = useTranslations('console.entry.setState');
  const names = useTranslations('console.entry.states');
  const [opened, { open, close }] = useDisclosure();
  const form = useForm<{ key: StateInput['key']; notes: string }>({
    initialValues: { key: 'empty', notes: '' },
  });
  const { run, pending, failure } = useConsoleAction(changeState.bind(null, workspace), form);
  const begin = () => {
    form.setValues({ key: states.find((key) => key === state) ?? 'empty', notes: '' });
    open();
  };
  const submit = form.onSubmit(({ key, notes }) =>
    run({ id, key, ...(notes.trim() ? { notes } : {}) }, () => {
      close();
      notifications.show({ message: t('done', { state: names(key) }), color: 'green' });
    }),
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
      >
        <Text size="sm">{t('text')}</Text>
        <NativeSelect
          label={t('state')}
          {...form.getInputProps('key')}
          data={states.map((value) => ({ value, label: names(value) }))}
        />
        <Textarea
          label={t('notes')}
          description={t('notesHint')}
          maxLength={2_000}
          autosize
          minRows={2}
          {...form.getInputProps('notes')}
        />
      </FormDialog>
    </>
  );
}
