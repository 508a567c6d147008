'use client';

import { NativeSelect } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { type Role, roles } from '#lib/roles.ts';
import { setRole } from './actions.ts';

interface RoleSelectProps {
  workspace: string;
  member: { userId: string; name: string; role: Role };
}

/** Takes effect immediately. A failure is shown below, and the role stays unchanged. */
export function RoleSelect({ workspace, member: { userId, name, role } }: RoleSelectProps) {
  const t = useTranslations('console.account.members');
  const { run, pending, failure } = useConsoleAction(setRole.bind(null, workspace));
  // Disabled until the script has loaded, because a choice made earlier would be lost.
  const isReady = useMounted();
  const choose = (chosen: Role) =>
    run({ userId, role: chosen }, () =>
      notifications.show({ message: t('roleChanged', { name, role: chosen }), color: 'green' }),
    );
  return (
    <NativeSelect
      aria-label={t('roleOf', { name })}
      value={role}
      disabled={pending || !isReady}
      error={failure?.message}
      onChange={(event) => choose(event.currentTarget.value as Role)}
      data={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
      miw="9.5rem"
      maw="12rem"
    />
  );
}
