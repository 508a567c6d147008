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
import { pendingCookieName, pendingSeconds } from '#lib/accounts/sign-in.ts';
import type { User } from '#lib/accounts/users.ts';
import type { Context, Workspace } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { isPermitted, type Permission, type Role } from '#lib/roles.ts';
import { lastWorkspaceCookieName, loginPath, pathHeaderName } from './_request.ts';

/** Who is signed in and where: what a page or an action of a workspace works with. */
export interface Visit {
  ctx: Context;
  user: User;
  role: Role;
  /** All workspaces of the person, for the switcher. */
  workspaces: Membership[];
}

/** The session of this request, looked up once, in the database: one that was ended is none at once. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const cookie = (await cookies()).get(sessionCookieName)?.value;
  return cookie ? findSession(cookie) : undefined;
});

/** Each page and each action asks for itself: proxy.ts and layouts let nobody in. */
export async function requireUser(): Promise<User> {
  return (await requireSession()).user;
}

export async function requireSession(): Promise<Session> {
  return (await currentSession()) ?? redirect(loginPath((await headers()).get(pathHeaderName)));
}

/**
 * The workspace of this slug as this person sees it. One that is not theirs looks like one that is not there; where
 * their role lacks what the page is for, it says so. The verbs decide that again, of each thing.
 */
export async function requireMember(workspaceSlug: string, permission?: Permission): Promise<Visit> {
  const user = await requireUser();
  // There they are told which workspace asks for it, and turn it on.
  if (await lacksSecondFactor(user.id, workspaceSlug)) redirect('/account');
  const visit = (await currentVisit(workspaceSlug)) ?? notFound();
  if (permission && !isPermitted(visit.ctx, permission)) forbidden();
  return visit;
}

/** The same, undefined where there is nothing to visit, or not without a second factor. */
export async function currentVisit(workspaceSlug: string): Promise<Visit | undefined> {
  const session = await currentSession();
  return session && findVisit(session.user, workspaceSlug);
}

/** Whether the person has to turn on two steps before they may visit it. */
export async function lacksSecondFactor(userId: string, workspaceSlug: string): Promise<boolean> {
  const memberships = await membershipsOf(userId);
  return memberships.some(
    ({ workspace, lacksSecondFactor }) => lacksSecondFactor && workspace.slug === workspaceSlug,
  );
}

async function findVisit(user: User, workspaceSlug: string): Promise<Visit | undefined> {
  const workspaces = await membershipsOf(user.id);
  const mine = workspaces.find(({ workspace }) => workspace.slug === workspaceSlug);
  if (!mine || mine.lacksSecondFactor) return undefined;
  const ctx: Context = {
    workspace: mine.workspace,
    actor: { kind: 'user', id: user.id, role: mine.role },
    source: { address: (await visitor()).address },
  };
  return { ctx, user, role: mine.role, workspaces };
}

/** What a verb finds by an id of the address; the page for what is not there, when there is no such thing. */
export async function foundBy<T>(id: string, find: (id: string) => Promise<T>): Promise<T> {
  if (!z.uuid().safeParse(id).success) notFound();
  return find(id.toLowerCase()).catch((error: unknown) => {
    if (error instanceof AltaError && error.key === 'not-found') notFound();
    if (error instanceof AltaError && error.code === 'role-lacks') forbidden();
    throw error;
  });
}

export const membershipsOf = cache(listMemberships);

/** The workspace that was open last, else a sandbox, where nothing can be broken. */
export async function lastWorkspace(userId: string): Promise<Workspace | undefined> {
  const open = (await membershipsOf(userId)).filter((membership) => !membership.lacksSecondFactor);
  const mine = open.map(({ workspace }) => workspace);
  const last = (await cookies()).get(lastWorkspaceCookieName)?.value;
  return (
    mine.find(({ slug }) => slug === last) ??
    mine.find(({ environment }) => environment === 'sandbox') ??
    mine[0]
  );
}

/** Where the request comes from, for the list of sessions and the throttle. */
export async function visitor(): Promise<Visitor> {
  const all = await headers();
  return {
    address: clientAddress({ headers: all }),
    userAgent: all.get('user-agent') ?? '',
    deviceCookie: (await cookies()).get(deviceCookieName)?.value,
  };
}

/** In an action only. The browser keeps them for as long as they can be good; the database says when they end. */
export async function setLoginCookies({ cookie, device }: LoginCookies): Promise<void> {
  const all = await cookies();
  all.set(sessionCookieName, cookie, { ...cookieAttributes, maxAge: sessionSeconds });
  all.set(deviceCookieName, device, { ...cookieAttributes, maxAge: deviceSeconds });
}

/** Of a login that waits for its second factor. */
export const pendingCookie = async () => (await cookies()).get(pendingCookieName)?.value ?? '';

export async function setPendingCookie(pending: string): Promise<void> {
  (await cookies()).set(pendingCookieName, pending, { ...cookieAttributes, maxAge: pendingSeconds });
}

export async function clearPendingCookie(): Promise<void> {
  (await cookies()).set(pendingCookieName, '', { ...cookieAttributes, maxAge: 0 });
}

/** Of who is at the OpenID provider. */
export const oidcCookie = async () => (await cookies()).get(oidcCookieName)?.value ?? '';

export async function setOidcCookie(token: string): Promise<void> {
  (await cookies()).set(oidcCookieName, token, { ...cookieAttributes, maxAge: oidcSeconds });
}

export async function clearOidcCookie(): Promise<void> {
  (await cookies()).set(oidcCookieName, '', { ...cookieAttributes, maxAge: 0 });
}

/** This browser's id, if the account logged in here before. */
export async function knownDevice(email: string): Promise<string | undefined> {
  const cookie = (await cookies()).get(deviceCookieName)?.value;
  return cookie ? findDevice(cookie, email) : undefined;
}

export async function clearSessionCookie(): Promise<void> {
  (await cookies()).set(sessionCookieName, '', { ...cookieAttributes, maxAge: 0 });
}

/** `Secure` on plain http too: browsers take http://localhost for trustworthy. */
const cookieAttributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;
