import 'server-only';

import { cookies, headers } from 'next/headers';
import { forbidden, notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { z } from 'zod';
import { deviceCookieName, deviceSeconds, findDevice } from '#lib/accounts/devices.ts';
import { listMemberships, type Membership } from '#lib/accounts/members.ts';
import { oidcCookieName, oidcSeconds } from '#lib/accounts/oidc.ts';
import {
  findSession,
  type LoginCookies,
  type Session,
  sessionCookieName,
  sessionSeconds,
  type Visitor,
} from '#lib/accounts/sessions.ts';
import { pendingLoginCookieName, pendingLoginSeconds } from '#lib/accounts/sign-in.ts';
import type { User } from '#lib/accounts/users.ts';
import type { Context, Workspace } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { isPermitted, type Permission, type Role } from '#lib/roles.ts';
import { lastWorkspaceCookieName, loginPath, pathHeaderName } from './_request.ts';

/** The signed-in user in a workspace, as pages and actions use it. */
export interface Visit {
  ctx: Context;
  user: User;
  role: Role;
  /** All workspaces of the user, for the switcher. */
  workspaces: Membership[];
}

/**
 * The request's session, read from the database once per request. Ending a session takes effect immediately.
 */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const cookie = (await cookies()).get(sessionCookieName)?.value;
  return cookie ? findSession(cookie) : undefined;
});

/** Every page and action must authorize for itself: proxy.ts and layouts do not. */
export async function requireUser(): Promise<User> {
  return (await requireSession()).user;
}

export async function requireSession(): Promise<Session> {
  return (await currentSession()) ?? redirect(loginPath((await headers()).get(pathHeaderName)));
}

/**
 * The workspace with this slug, if the user is a member. Other workspaces look like missing ones; a missing
 * permission gives the forbidden page. The functions of lib/ check permissions again.
 */
export async function requireMember(workspaceSlug: string, permission?: Permission): Promise<Visit> {
  const user = await requireUser();
  // The account page shows which workspace requires a second factor and lets the user turn it on.
  if (await lacksSecondFactor(user.id, workspaceSlug)) redirect('/account');
  // It also shows where a workspace has moved.
  if (await hasMoved(user.id, workspaceSlug)) redirect('/account');
  const visit = (await currentVisit(workspaceSlug)) ?? notFound();
  if (permission && !isPermitted(visit.ctx, permission)) forbidden();
  return visit;
}

/** Like `requireMember`, but undefined if the user is not a member or lacks a required second factor. */
export async function currentVisit(workspaceSlug: string): Promise<Visit | undefined> {
  const session = await currentSession();
  return session && findVisit(session.user, workspaceSlug);
}

/** Whether the user must turn on two-step login before entering the workspace. */
export async function lacksSecondFactor(userId: string, workspaceSlug: string): Promise<boolean> {
  const memberships = await membershipsOf(userId);
  return memberships.some(
    ({ workspace, lacksSecondFactor }) => lacksSecondFactor && workspace.slug === workspaceSlug,
  );
}

/** Whether another installation has the workspace now. */
async function hasMoved(userId: string, workspaceSlug: string): Promise<boolean> {
  const memberships = await membershipsOf(userId);
  return memberships.some(({ workspace }) => workspace.slug === workspaceSlug && workspace.move?.to);
}

async function findVisit(user: User, workspaceSlug: string): Promise<Visit | undefined> {
  const workspaces = await membershipsOf(user.id);
  const mine = workspaces.find(({ workspace }) => workspace.slug === workspaceSlug);
  if (!mine || mine.lacksSecondFactor || mine.workspace.move?.to) return undefined;
  const ctx: Context = {
    workspace: mine.workspace,
    actor: { kind: 'user', id: user.id, role: mine.role },
    source: { address: (await visitor()).address },
  };
  return { ctx, user, role: mine.role, workspaces };
}

/** Calls `find` with an id from the address. An unknown or malformed id gives the not-found page. */
export async function foundBy<T>(id: string, find: (id: string) => Promise<T>): Promise<T> {
  if (!z.uuid().safeParse(id).success) notFound();
  return find(id.toLowerCase()).catch((error: unknown) => {
    if (error instanceof AltaError && error.key === 'not-found') notFound();
    if (error instanceof AltaError && error.code === 'role-lacks') forbidden();
    throw error;
  });
}

export const membershipsOf = cache(listMemberships);

/** The last opened workspace; otherwise a sandbox, which is safe to try things in. */
export async function lastWorkspace(userId: string): Promise<Workspace | undefined> {
  const open = (await membershipsOf(userId)).filter(
    ({ workspace, lacksSecondFactor }) => !lacksSecondFactor && !workspace.move?.to,
  );
  const mine = open.map(({ workspace }) => workspace);
  const last = (await cookies()).get(lastWorkspaceCookieName)?.value;
  return (
    mine.find(({ slug }) => slug === last) ??
    mine.find(({ environment }) => environment === 'sandbox') ??
    mine[0]
  );
}

/** Client address and user agent of the request, for the list of sessions and the rate limits. */
export async function visitor(): Promise<Visitor> {
  const all = await headers();
  return {
    address: clientAddress({ headers: all }),
    userAgent: all.get('user-agent') ?? '',
    deviceCookie: (await cookies()).get(deviceCookieName)?.value,
  };
}

/**
 * Sets the cookies of a login, in an action or a route. The browser stores them for their maximum lifetime;
 * the database decides when they expire.
 */
export async function setLoginCookies({ cookie, device }: LoginCookies): Promise<void> {
  const all = await cookies();
  all.set(sessionCookieName, cookie, { ...cookieAttributes, maxAge: sessionSeconds });
  all.set(deviceCookieName, device, { ...cookieAttributes, maxAge: deviceSeconds });
}

/** Cookie of a login that waits for its second factor. */
export const pendingCookie = async () => (await cookies()).get(pendingLoginCookieName)?.value ?? '';

export async function setPendingCookie(pending: string): Promise<void> {
  (await cookies()).set(pendingLoginCookieName, pending, {
    ...cookieAttributes,
    maxAge: pendingLoginSeconds,
  });
}

export async function clearPendingCookie(): Promise<void> {
  (await cookies()).set(pendingLoginCookieName, '', { ...cookieAttributes, maxAge: 0 });
}

/** Cookie of a login under way at the OpenID provider. */
export const oidcCookie = async () => (await cookies()).get(oidcCookieName)?.value ?? '';

export async function setOidcCookie(token: string): Promise<void> {
  (await cookies()).set(oidcCookieName, token, { ...cookieAttributes, maxAge: oidcSeconds });
}

export async function clearOidcCookie(): Promise<void> {
  (await cookies()).set(oidcCookieName, '', { ...cookieAttributes, maxAge: 0 });
}

/** Id of this browser, if the account has logged in from it before. */
export async function knownDevice(email: string): Promise<string | undefined> {
  const cookie = (await cookies()).get(deviceCookieName)?.value;
  return cookie ? findDevice(cookie, email) : undefined;
}

export async function clearSessionCookie(): Promise<void> {
  (await cookies()).set(sessionCookieName, '', { ...cookieAttributes, maxAge: 0 });
}

/** `Secure` on plain HTTP too, because browsers treat http://localhost as trustworthy. */
const cookieAttributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;
