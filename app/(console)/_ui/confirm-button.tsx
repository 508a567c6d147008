'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import type { ActionResult } from '../_action.ts';

// What the dialog is made of comes when it is opened.
const ConfirmDialog = dynamic(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  color?: string;
  /** On the button, and again on the dialog's: the act by its name, never "OK". */
  label: string;
  /** The same with its object, where several such buttons are on a page. */
  fullLabel?: string;
  title: string;
  children: ReactNode;
  action: () => Promise<ActionResult<unknown>>;
  /** Told once it is done. */
  done?: string | undefined;
}

/** An act of consequence, red when it destroys: named, explained, confirmed. */
export function ConfirmButton({
  label,
  fullLabel,
  title,
  children,
  action,
  done,
  variant = 'subtle',
  size = 'sm',
  color = 'red',
}: ConfirmButtonProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  return (
    <>
      <Button variant={variant} size={size} color={color} aria-label={fullLabel} onClick={open}>
        {label}
      </Button>
      {wasOpened && (
        <ConfirmDialog
          opened={opened}
          onClose={close}
          title={title}
          label={label}
          color={color}
          action={action}
          done={done}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
