'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { isPermittedTo, type Permission, type Role } from '#lib/roles.ts';

const CurrentRole = createContext<Role | undefined>(undefined);

/** What the reader is in the workspace whose pages are below. */
export function RoleOfReader({ role, children }: { role: Role; children: ReactNode }) {
  return <CurrentRole value={role}>{children}</CurrentRole>;
}

/** Whether a verb would let the reader: a button that would be refused is not shown. */
export function usePermission(): (permission: Permission) => boolean {
  const role = useContext(CurrentRole);
  return (permission) => isPermittedTo(role, permission);
}

export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return usePermission()(to) && children;
}
