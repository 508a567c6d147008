'use client';

import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ActionResult } from '../_action.ts';
import { Failure } from './failure.tsx';
import { useConsoleAction } from './use-action.ts';

interface ConfirmDialogProps extends Required<Pick<ButtonProps, 'color'>> {
  opened: boolean;
  onClose: () => void;
  title: string;
  label: string;
  children: ReactNode;
  action: () => Promise<ActionResult<unknown>>;
  done?: string | undefined;
}

/** The dialog of a ConfirmButton; a refusal is told in it. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  label,
  children,
  action,
  done,
  color,
}: ConfirmDialogProps) {
  const t = useTranslations('console.shell.actions');
  const { run, pending, failure, reset } = useConsoleAction(action);
  const leave = () => {
    reset();
    onClose();
  };
  const confirm = () =>
    run(undefined, () => {
      leave();
      if (done) notifications.show({ message: done, color: 'green' });
    });
  return (
    <Modal opened={opened} onClose={leave} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Text size="sm">{children}</Text>
        <Failure of={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color={color} loading={pending} onClick={confirm}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
