'use client';

import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { StateInput } from '#lib/silo/states.ts';
import { changeState } from './actions.ts';

interface SetStateProps {
  workspace: string;
  id: string;
  state: string;
  states: readonly StateInput['key'][];
}

/** The label of the entry, by hand: it says something to people, and changes nothing else. */
export function SetState({ workspace, id, state, states }: SetStateProps) {
  const t = useTranslations('console.entry.setState');
  const names = useTranslations('console.entry.states');
  const shell = useTranslations('console.shell.actions');
  const [opened, { open, close }] = useDisclosure();
  const { run, pending, failure } = useConsoleAction(changeState.bind(null, workspace));
  const form = useForm<{ key: StateInput['key']; notes: string }>({
    initialValues: { key: 'empty', notes: '' },
  });
  const show = () => {
    form.setValues({ key: states.find((key) => key === state) ?? 'empty', notes: '' });
    open();
  };
  const submit = form.onSubmit(({ key, notes }) =>
    run(
      { id, key, ...(notes.trim() ? { notes } : {}) },
      () => {
        close();
        notifications.show({ message: t('done', { state: names(key) }), color: 'green' });
      },
      ({ fields }) => form.setErrors(fields),
    ),
  );
  return (
    <>
      <Button variant="default" onClick={show}>
        {t('open')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('title')}
        closeButtonProps={{ 'aria-label': shell('close') }}
      >
        <form onSubmit={submit}>
          <Stack>
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
            <Failure of={failure} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {shell('cancel')}
              </Button>
              <Button type="submit" loading={pending}>
                {t('submit')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
