'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ActionResult } from '../_action.ts';
import { Failure } from './failure.tsx';
import { useConsoleAction } from './use-action.ts';

interface ActButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'color'> {
  label: string;
  /** The same with its object, where several such buttons are on a page. */
  fullLabel?: string;
  action: () => Promise<ActionResult<unknown>>;
  /** Told once it is done. */
  done?: string;
}

/** An act that destroys nothing: done at once, without a question. */
export function ActButton({ label, fullLabel, action, done, ...button }: ActButtonProps) {
  const { run, pending, failure } = useConsoleAction(action);
  const act = () =>
    run(undefined, () => {
      if (done) notifications.show({ message: done, color: 'green' });
    });
  return (
    <>
      <Button {...button} loading={pending} onClick={act} aria-label={fullLabel}>
        {label}
      </Button>
      <Failure of={failure} />
    </>
  );
}
