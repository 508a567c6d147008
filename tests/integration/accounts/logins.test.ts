import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activateUser, deactivateUser } from '#lib/accounts/deactivate-user.ts';
import { changeRole, findRole } from '#lib/accounts/members.ts';
import { findSession, type Visitor } from '#lib/accounts/sessions.ts';
import { logInWithPassword } from '#lib/accounts/sign-in.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { users } from '#lib/database/tables/accounts.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import type { Role } from '#lib/roles.ts';
import { eventually } from '#tests/support/api-client.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { noticesTo } from '#tests/support/notices.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const madeLongAgo = ({ id }: Person) =>
  database()
    .update(users)
    .set({ createdAt: new Date(Date.now() - 86_400_000) })
    .where(eq(users.id, id));

const as = (ctx: Context, { id }: Person, role: Role): Context => ({
  ...ctx,
  actor: { kind: 'user', id, role },
});

onDatabase('a login', () => {
  test('from a new browser is mailed, except the account’s first, and only once per browser', async () => {
    const ana = await newPerson();
    await signInAs(ana);
    expect(await noticesTo(ana)).toEqual([]);
    await madeLongAgo(ana);
    const { device } = await signInAs(ana);
    expect(await noticesTo(ana)).toEqual(['new-login']);
    const known: Visitor = { ...visitor, deviceCookie: device };
    await logInWithPassword(ana, known);
    expect(await noticesTo(ana)).toEqual(['new-login']);
    const eva = await newPerson();
    await madeLongAgo(eva);
    await logInWithPassword(eva, known);
    expect(await noticesTo(eva)).toEqual(['new-login']);
  });

  test('appears in the log of each workspace of the person, for owners alone, also when it failed', async () => {
    const [ctx, other] = [await newWorkspace(), await newWorkspace()];
    const ana = await newPerson({ ctx, role: 'owner' });
    await signInAs(ana);
    await logInWithPassword({ email: ana.email, password: 'not this one, surely' }, visitor).catch(
      () => undefined,
    );
    const logins = (of: Context) => listAudit(of, { limit: 20 }).then((lines) => lines.filter(isOfLogin));
    const lines = await eventually(
      () => logins(as(ctx, ana, 'owner')),
      (found) => found.length === 2,
    );
    expect(lines).toMatchObject([
      {
        action: 'login.failed',
        actor: { kind: 'engine' },
        subject: { id: ana.id },
        address: visitor.address,
      },
      { action: 'login.succeeded', actor: { kind: 'user', id: ana.id }, address: visitor.address },
    ]);
    expect(await logins(as(ctx, ana, 'operator'))).toEqual([]);
    expect(await logins(as(other, ana, 'owner'))).toEqual([]);
  });
});

const isOfLogin = ({ action }: { action: string }) => action.startsWith('login.');

onDatabase('a deactivated account', () => {
  test('is logged out at once and refused like a wrong password until it is activated again', async () => {
    const ctx = await newWorkspace();
    const ana = await newPerson({ ctx, role: 'owner' });
    const { cookie } = await signInAs(ana);
    expect(await deactivateUser({ email: ana.email })).toEqual({ orphanedWorkspaces: [ctx.workspace.slug] });
    expect(await findSession(cookie)).toBeUndefined();
    expect(await findRole(ctx.workspace.id, ana.id)).toBeUndefined();
    const refusal = (typed: string) =>
      logInWithPassword({ email: ana.email, password: typed }, visitor).catch(({ key, code, message }) => ({
        key,
        code,
        message,
      }));
    expect(await refusal(password)).toEqual(await refusal('not this one, surely'));
    await activateUser({ email: ana.email });
    expect(await signInAs(ana)).toHaveProperty('cookie');
  });

  test('leaves its workspace with the other owner as the last one', async () => {
    const ctx = await newWorkspace();
    const [ana, eva] = [await newPerson({ ctx, role: 'owner' }), await newPerson({ ctx, role: 'owner' })];
    expect(await deactivateUser({ email: ana.email })).toEqual({ orphanedWorkspaces: [] });
    const demoted = changeRole(as(ctx, eva, 'owner'), { userId: eva.id, role: 'operator' });
    await expect(demoted).rejects.toMatchObject({ code: 'last-owner' });
    await expect(deactivateUser({ email: 'nobody@example.com' })).rejects.toMatchObject({ key: 'not-found' });
  });
});
