'use client';

import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import type { ActionFailure } from '../_action.ts';
import { Failure } from './failure.tsx';

interface FormDialogProps extends Pick<ModalProps, 'opened' | 'title' | 'size'> {
  /** Closes without sending. Undefined while the dialog shows a value that cannot be shown again. */
  onClose: (() => void) | undefined;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  /** Label of the submit button; without it nothing can be sent. */
  submit?: string | undefined;
  /** Label of the cancel button, for actions that are themselves called cancelling. */
  keep?: string | undefined;
  /** Colour for an action with consequences; the focus is then on the cancel button. */
  color?: string;
  pending: boolean;
  failure: ActionFailure | undefined;
  /** Set if the form shows the fields' messages instead of the browser. */
  noValidate?: boolean;
  result?: ReactNode;
  children: ReactNode;
}

/** A short form in a dialog. A failure is shown beside the button, and the input stays. */
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
