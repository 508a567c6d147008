'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ActionResult } from '#console/_action.ts';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';

interface EnableButtonProps {
  action: () => Promise<ActionResult<unknown>>;
  label: string;
  done: string;
}

/** Destroys nothing: done at once. */
export function EnableButton({ action, label, done }: EnableButtonProps) {
  const { run, pending, failure } = useConsoleAction(action);
  const enable = () => run(undefined, () => notifications.show({ message: done, color: 'green' }));
  return (
    <>
      <Button variant="light" loading={pending} onClick={enable}>
        {label}
      </Button>
      <Failure of={failure} />
    </>
  );
}
