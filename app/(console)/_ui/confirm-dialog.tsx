'use client';

import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { ActionResult } from '../_action.ts';
import { FormDialog } from './form-dialog.tsx';
import { useConsoleAction } from './use-action.ts';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  label: string;
  keep?: string | undefined;
  color: string;
  children: ReactNode;
  action: () => Promise<ActionResult<unknown>>;
  done?: string | undefined;
}

export function ConfirmDialog({ onClose, label, children, action, done, ...dialog }: ConfirmDialogProps) {
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
    <FormDialog
      {...dialog}
      onClose={leave}
      onSubmit={confirm}
      submit={label}
      pending={pending}
      failure={failure}
    >
      <Text size="sm">{children}</Text>
    </FormDialog>
  );
}
