import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { begunKey } from '#console/w/[workspace]/configuration/api-keys/expiry.ts';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import type { NewUser } from '#lib/accounts/users.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Role } from '#lib/roles.ts';
import { addressOf } from './console-addresses.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { cookieIn, logIn, submitForm } from './log-in.ts';
import { password } from './person.ts';
import { sendAction, serverActions } from './server-actions.ts';

/**
 * People and workspaces of the Console's tests, created by what its pages send, without opening them. That
 * the pages send it is tested by login.test.ts, members.test.ts, workspace.test.ts and
 * setup-sequence.test.ts.
 */

/** Opens a path as the owner, who logs in once per application, and again after some minutes. */
export async function openAsOwner(page: Page, alta: E2eAlta, path: string) {
  await signInAsOwner(page, alta);
  await page.goto(`${alta.origin}${path}`);
  // A key pressed before the page's script has attached to its buttons is lost.
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll('main, main button')];
    const isTaken = (part: Element) => Object.keys(part).some((key) => key.startsWith('__reactProps'));
    return parts.length > 0 && parts.every(isTaken);
  });
}

export const signInAsOwner = async (page: Page, alta: E2eAlta) => signIn(page, await ownerSession(alta));

function ownerSession(alta: E2eAlta): Promise<string> {
  const known = ownerSessions.get(alta);
  if (known && Date.now() - known.since < freshMs) return known.session;
  const session = logIn(alta.origin, alta.seeded.owner).then(sessionIn);
  ownerSessions.set(alta, { session, since: Date.now() });
  return session;
}
const ownerSessions = new WeakMap<E2eAlta, { session: Promise<string>; since: number }>();
/** Actions that need a login within the last ten minutes only ask for one in the tests about that. */
const freshMs = 5 * 60_000;

/** A new member, by default of the sandbox, invited by the owner. `page` is theirs from now on. */
export async function newColleague(
  page: Page,
  alta: E2eAlta,
  name: string,
  role: Role = 'operator',
  slug = alta.seeded.sandbox.slug,
): Promise<NewUser> {
  const link = await newInvitation(alta, slug, role);
  const person = { name, email: `${randomUUID()}@example.com`, password };
  await signIn(page, sessionIn(await submitForm(link, person, { origin: alta.origin })));
  return person;
}

/** Link of an invitation to the workspace. */
export async function newInvitation(alta: E2eAlta, slug: string, role: Role = 'operator'): Promise<string> {
  return (await act<{ url: string }>(alta, 'invite', { role, note: 'Ana, de Compras' }, slug)).url;
}

/** A new workspace of the owner, with the Argentina app connected and nothing else. Returns its slug. */
export async function newEmptyWorkspace(
  alta: E2eAlta,
  name: string,
  environment: Environment = 'sandbox',
): Promise<string> {
  return (await act<{ slug: string }>(alta, 'createWorkspace', { name, environment })).slug;
}

/** The same, with the Argentina app disconnected. */
export async function newWorkspaceWithoutApp(alta: E2eAlta, name: string): Promise<string> {
  const slug = await newEmptyWorkspace(alta, name);
  await act(alta, 'disconnect', { id: 'gov-ar' }, slug);
  return slug;
}

/** Token of a new key of the workspace. */
export async function newKeyOf(alta: E2eAlta, slug: string): Promise<string> {
  const key = { ...begunKey, name: 'ERP' };
  return (await act<{ token: string }>(alta, 'createKey', key, slug)).token;
}

/** Calls a server action as the owner: a personal one, or one of the workspace. */
async function act<Value>(alta: E2eAlta, name: string, input: object, slug?: string): Promise<Value> {
  const action = serverActions().find((each) => each.name.endsWith(`#${name}`));
  if (!action) throw new Error(`the build has no action ${name}`);
  const address = addressOf(action.page, { ...anyNames, w: slug ?? alta.seeded.sandbox.slug });
  const sent = { id: action.id, cookie: await ownerSession(alta) };
  const answer = await sendAction(`${alta.origin}${address}`, sent, ...(slug ? [slug] : []), input);
  const { ok, value } = answer as { ok: boolean; value: Value };
  if (!ok) throw new Error(`${name} answered ${JSON.stringify(answer)}`);
  return value;
}
const any = 'none';
const anyNames = {
  batches: any,
  entries: any,
  series: '3-1',
  webhooks: any,
  issuers: any,
  files: any,
  jobs: any,
  workflows: any,
  deliveries: any,
  invite: any,
  password: any,
};

function sessionIn(answer: Response): string {
  const cookie = cookieIn(answer, sessionCookieName);
  if (!cookie) throw new Error(`no session came with the answer ${answer.status}`);
  return cookie;
}

const signIn = (page: Page, session: string) =>
  page.context().addCookies([
    {
      name: sessionCookieName,
      value: session.slice(sessionCookieName.length + 1),
      domain: '127.0.0.1',
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);
