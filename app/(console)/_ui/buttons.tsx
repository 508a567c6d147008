'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import type { Permission } from '#lib/roles.ts';
import type { ActionResult } from '../_action.ts';
import { Failure, usePermission } from './failure.tsx';
import { useConsoleAction } from './use-action.ts';

interface ActButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'color'> {
  label: string;
  /** The same with its object, where several such buttons are on a page. */
  fullLabel?: string;
  action: () => Promise<ActionResult<unknown>>;
  /** Told once it is done. */
  done?: string;
  needs?: Permission;
}

/** An act that destroys nothing: done at once, without a question. */
export function ActButton({ label, fullLabel, action, done, needs, ...button }: ActButtonProps) {
  const isPermitted = usePermission();
  const { run, pending, failure } = useConsoleAction(action);
  const act = () =>
    run(undefined, () => {
      if (done) notifications.show({ message: done, color: 'green' });
    });
  if (needs && !isPermitted(needs)) return null;
  return (
    <>
      <Button {...button} loading={pending} onClick={act} aria-label={fullLabel}>
        {label}
      </Button>
      <Failure of={failure} />
    </>
  );
}

/** For pages that are drawn on the server, where a component can not be handed to another as a property. */
interface LinkButtonProps extends ButtonProps {
  href: string;
  needs?: Permission;
  children: ReactNode;
}

export function LinkButton({ href, needs, ...props }: LinkButtonProps) {
  const isPermitted = usePermission();
  if (needs && !isPermitted(needs)) return null;
  return <Button component={Link} href={href} {...props} />;
}

// What the dialog is made of comes when it is opened.
const ConfirmDialog = dynamic(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  color?: string;
  /** On the button, and again on the dialog's: the act by its name, never "OK". */
  label: string;
  /** The same with its object, where several such buttons are on a page. */
  fullLabel?: string;
  title: string;
  /** On the way out, where the act is itself called cancelling. */
  keep?: string;
  children: ReactNode;
  action: () => Promise<ActionResult<unknown>>;
  /** Told once it is done. */
  done?: string | undefined;
  needs?: Permission;
}

/** An act of consequence, red when it destroys: named, explained, confirmed. */
export function ConfirmButton({
  label,
  fullLabel,
  title,
  keep,
  children,
  action,
  done,
  variant = 'subtle',
  size = 'sm',
  color = 'red',
  needs,
}: ConfirmButtonProps) {
  const isPermitted = usePermission();
  const [wasOpened, setWasOpened] = useState(false);
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  if (needs && !isPermitted(needs)) return null;
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
          keep={keep}
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
