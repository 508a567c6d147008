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
  /** Label with the object's name, for pages with several such buttons. */
  fullLabel?: string;
  action: () => Promise<ActionResult<unknown>>;
  /** Notification shown afterwards. */
  done?: string;
  needs?: Permission;
}

/** A button for an action that destroys nothing, run without confirmation. */
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

/** A button that is a link, for server-rendered pages, which cannot pass a component as a property. */
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

// Loaded when the dialog is first opened.
const ConfirmDialog = dynamic(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  color?: string;
  /** Label of the button and of the dialog's submit button: the action's name, never "OK". */
  label: string;
  /** Label with the object's name, for pages with several such buttons. */
  fullLabel?: string;
  title: string;
  /** Label of the dialog's cancel button, for actions that are themselves called cancelling. */
  keep?: string;
  children: ReactNode;
  action: () => Promise<ActionResult<unknown>>;
  /** Notification shown afterwards. */
  done?: string | undefined;
  needs?: Permission;
}

/** A button for an action with consequences, confirmed in a dialog; red if it destroys something. */
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
