'use client';

import { Alert, Anchor, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext } from 'react';
import { isPermittedTo, type Permission, type Role } from '#lib/roles.ts';
import type { ActionFailure } from '../_action.ts';
import { Icon } from './icon.tsx';

export function Failure({ of: failure }: { of: ActionFailure | undefined }) {
  const t = useTranslations('console.shell.failure');
  if (!failure) return null;
  return (
    <Alert
      role="alert"
      tabIndex={-1}
      color="red"
      variant="light"
      icon={<Icon name="note" />}
      title={t('title')}
    >
      {failure.message}
      {failure.code === 'signed-out' && (
        <Text mt="xs" size="sm">
          <Anchor href="/login" target="_blank" inherit>
            {t('signIn')}
          </Anchor>
        </Text>
      )}
      {failure.reference && (
        <Text mt="xs" size="sm">
          {t('reference', { reference: failure.reference })}
        </Text>
      )}
    </Alert>
  );
}

const CurrentRole = createContext<Role | undefined>(undefined);

export function RoleOfReader({ role, children }: { role: Role; children: ReactNode }) {
  return <CurrentRole value={role}>{children}</CurrentRole>;
}

/** Whether the reader's role permits an action. Buttons that would be refused are hidden. */
export function usePermission(): (permission: Permission) => boolean {
  const role = useContext(CurrentRole);
  return (permission) => isPermittedTo(role, permission);
}

export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return usePermission()(to) && children;
}
