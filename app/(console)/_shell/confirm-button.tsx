'use client';

import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ActionResult } from '../_action-result.ts';
import { Failure } from './failure.tsx';
import { useConsoleAction } from './use-console-action.ts';

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** On the button, and again on the dialog's: the act by its name, never "OK". */
  label: string;
  /** The same with its object, where several such buttons are on a page. */
  fullLabel?: string;
  title: string;
  children: ReactNode;
  action: () => Promise<ActionResult<unknown>>;
  /** Told once it is done. */
  done?: string;
}

/** A destructive act: named, explained, confirmed. */
export function ConfirmButton({
  label,
  fullLabel,
  title,
  children,
  action,
  done,
  variant = 'subtle',
  size = 'sm',
}: ConfirmButtonProps) {
  const t = useTranslations('console.shell.actions');
  const [opened, { open, close }] = useDisclosure();
  const { run, pending, failure, reset } = useConsoleAction(action);
  const leave = () => {
    reset();
    close();
  };
  const confirm = () =>
    run(undefined, () => {
      leave();
      if (done) notifications.show({ message: done, color: 'green' });
    });
  return (
    <>
      <Button variant={variant} size={size} color="red" aria-label={fullLabel} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={leave} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
        <Stack>
          <Text size="sm">{children}</Text>
          <Failure of={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} data-autofocus>
              {t('cancel')}
            </Button>
            <Button color="red" loading={pending} onClick={confirm}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
