import type { Role } from '#lib/database/tables/accounts.ts';
import { AltaError } from './errors.ts';
import type { Scope } from './scopes.ts';

export type { Role };
export const roles = ['owner', 'operator', 'support', 'read-only'] as const satisfies readonly Role[];

/** Kinds of actors, as in the audit log. */
export const actorKinds = ['user', 'api-key', 'registrant', 'engine', 'operator'] as const;
export type Actor =
  /** The permissions follow from `role` in the workspace; a user without a role has none. */
  | { kind: 'user'; id: string; role: Role | undefined }
  /** Without scopes, everything is allowed. */
  | { kind: 'api-key'; id: string; scopes?: readonly Scope[] | undefined }
  | { kind: 'registrant'; id: string }
  | { kind: 'engine'; id?: string }
  | { kind: 'operator'; id?: string };

const viewPermissions = [
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

const memberPermissions = [
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

const ownerPermissions = [
  'keys:write',
  'logins:read',
  'members:write',
  'privacy:write',
  'webhook-secrets:write',
  'workspace:write',
] as const;

/** A right that a verb requires of the user. */
export type Permission = (
  | typeof viewPermissions
  | typeof memberPermissions
  | typeof ownerPermissions
)[number];

/** Everything not listed is denied. */
const permissionsOf: Record<Role, readonly Permission[]> = {
  owner: [...viewPermissions, ...memberPermissions, ...ownerPermissions],
  operator: [...viewPermissions, ...memberPermissions],
  support: [
    'apps:read',
    'links:extend',
    'members:read',
    'overview:read',
    'registrations:read',
    'reminders:send',
    'suppliers:read',
  ],
  'read-only': viewPermissions,
};

/** Always true for actors other than users, which have no role. Pages use this to hide buttons. */
export const isPermitted = ({ actor }: { actor: Actor }, permission: Permission): boolean =>
  actor.kind !== 'user' || isPermittedTo(actor.role, permission);

export function isPermittedTo(role: Role | undefined, permission: Permission): boolean {
  // The database may contain a role that this release does not know.
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

/** A key without scopes may do everything. @throws AltaError `forbidden` (`scope-missing`). */
export function requireScope(ctx: { actor: Actor }, scope: Scope | undefined): void {
  if (!scope || hasScope(ctx, scope)) return;
  throw new AltaError('forbidden', `This API key lacks the scope ${scope}.`, { code: 'scope-missing' });
}
