import type { Role } from '#lib/database/tables/accounts.ts';
import { AltaError } from './errors.ts';
import type { Scope } from './scopes.ts';

export type { Role };
export const roles = ['owner', 'operator', 'support', 'read-only'] as const satisfies readonly Role[];

/** Who acts. The audit row names them. */
export const actorKinds = ['user', 'api-key', 'registrant', 'engine', 'operator'] as const;
export type Actor =
  /** What they are in the workspace, which says what a verb lets them do; without it, nothing. */
  | { kind: 'user'; id: string; role: Role | undefined }
  /** Without scopes it may do everything. */
  | { kind: 'api-key'; id: string; scopes?: readonly Scope[] | undefined }
  | { kind: 'registrant'; id: string }
  | { kind: 'engine'; id?: string }
  | { kind: 'operator'; id?: string };

const toSee = [
  'activity:read',
  'apps:read',
  'batches:read',
  'files:read',
  'invoices:read',
  'jobs:read',
  'keys:read',
  'members:read',
  'meta:read',
  'overview:read',
  'registrations:read',
  'suppliers:read',
  'taxpayers:read',
  'webhooks:read',
  'workflows:read',
  'workspace:read',
] as const;

const toWork = [
  'apps:write',
  'entries:write',
  'jobs:write',
  'links:extend',
  'registrations:write',
  'reminders:send',
  'views:share',
  'webhooks:write',
  'workflows:write',
] as const;

const toOwn = [
  'keys:write',
  'logins:read',
  'members:write',
  'privacy:write',
  'webhook-secrets:write',
  'workspace:write',
] as const;

/** What a verb asks of the person who calls it. */
export type Permission = (typeof toSee | typeof toWork | typeof toOwn)[number];

/** What is not named here, a role may not do. */
const permissionsOf: Record<Role, readonly Permission[]> = {
  owner: [...toSee, ...toWork, ...toOwn],
  operator: [...toSee, ...toWork],
  support: [
    'apps:read',
    'links:extend',
    'members:read',
    'overview:read',
    'registrations:read',
    'reminders:send',
    'suppliers:read',
  ],
  'read-only': toSee,
};

/** Also what pages ask, to show no button that would be refused. A key, the engine and a supplier have no role. */
export const isPermitted = ({ actor }: { actor: Actor }, permission: Permission): boolean =>
  actor.kind !== 'user' || isPermittedTo(actor.role, permission);

export function isPermittedTo(role: Role | undefined, permission: Permission): boolean {
  // A row may name a role that this release does not know.
  const permitted: readonly Permission[] | undefined = role && permissionsOf[role];
  return permitted?.includes(permission) ?? false;
}

/** The first line of every verb that the Console calls. @throws AltaError `forbidden` (`role-lacks`). */
export function requirePermission(ctx: { actor: Actor }, permission: Permission): void {
  if (!isPermitted(ctx, permission)) {
    throw new AltaError('forbidden', `Your role lacks ${permission}.`, { code: 'role-lacks' });
  }
}

export const hasScope = ({ actor }: { actor: Actor }, scope: Scope): boolean =>
  actor.kind !== 'api-key' || !actor.scopes || actor.scopes.includes(scope);

/** Only a key has scopes; one that has none was made for everything. @throws AltaError `forbidden` (`scope-missing`). */
export function requireScope(ctx: { actor: Actor }, scope: Scope | undefined): void {
  if (!scope || hasScope(ctx, scope)) return;
  throw new AltaError('forbidden', `This API key lacks the scope ${scope}.`, { code: 'scope-missing' });
}
