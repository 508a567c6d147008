'use client';

import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import type { ActionFailure } from '../_action.ts';
import { Failure } from './failure.tsx';

interface FormDialogProps extends Pick<ModalProps, 'opened' | 'title' | 'size'> {
  /** The way out without sending; undefined where what is shown once has a button of its own to leave by. */
  onClose: (() => void) | undefined;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  /** On the button; without it there is nothing to send. */
  submit?: string | undefined;
  /** On the way out, where the act is itself called cancelling. */
  keep?: string | undefined;
  /** Of an act of consequence: then the focus is on the way out. */
  color?: string;
  pending: boolean;
  failure: ActionFailure | undefined;
  /** Where the fields' messages are the form's, and not the browser's. */
  noValidate?: boolean;
  /** What came of it, in the form's place. */
  result?: ReactNode;
  children: ReactNode;
}

/** A few questions in a window of their own. A refusal is told beside the button, and what was typed stays. */
export function FormDialog({
  opened,
  title,
  size = 'md',
  onClose,
  onSubmit,
  submit,
  keep,
  color,
  pending,
  failure,
  noValidate,
  result,
  children,
}: FormDialogProps) {
  const t = useTranslations('console.shell.actions');
  return (
    <Modal
      opened={opened}
      onClose={onClose ?? (() => {})}
      withCloseButton={onClose !== undefined}
      title={title}
      size={size}
      classNames={{ content: 'form-dialog' }}
    >
      {result ?? (
        <form
          noValidate={noValidate}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(event);
          }}
        >
          <Stack>
            {children}
            <Stack className="form-dialog-end">
              <Failure of={failure} />
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose} data-autofocus={color && true}>
                  {keep ?? t('cancel')}
                </Button>
                {submit && (
                  <Button type="submit" loading={pending} {...(color ? { color } : {})}>
                    {submit}
                  </Button>
                )}
              </Group>
            </Stack>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
