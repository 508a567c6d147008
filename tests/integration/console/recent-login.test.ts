// @module-tag slow
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addMember } from '#lib/accounts/members.ts';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { beginLogin, completeLogin } from '#lib/accounts/sign-in.ts';
import { database } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { WorkflowChange } from '#lib/workflows/definition-input.ts';
import { fetchWorkflow } from '#lib/workflows/definitions.ts';
import errors from '#messages/console/errors.es.json' with { type: 'json' };
import { onServer } from '#tests/support/alta.ts';
import { addressOf, consoleRoutes } from '#tests/support/console-addresses.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';
import { enrol } from '#tests/support/second-factor.ts';
import { postAction, requestAction, serverActions } from '#tests/support/server-actions.ts';
import { attempts } from './attempts.ts';
import { acts } from './roles.ts';
import { stepUps } from './step-ups.ts';
import { namesOf, posted, type Whole, wholeWorkspace } from './whole-workspace.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const cookieOf = (cookie: string) => `${sessionCookieName}=${encodeURIComponent(cookie)}`;

const letLoginAge = ({ id }: Pick<Person, 'id'>) =>
  database()
    .update(sessions)
    .set({ createdAt: minutesAgo(11) })
    .where(eq(sessions.userId, id));

async function seed() {
  const [ours, spare] = [await wholeWorkspace(), await wholeWorkspace()];
  await database()
    .update(registrations)
    .set({ noticeEmail: 'compras@ferreteria.example' })
    .where(eq(registrations.entryId, ours.ids.entry));
  const { version, steps } = await fetchWorkflow(ours.ctx, ours.ids.workflow);
  const withWebhook = [...steps, { provider: 'webhook', config: { url: 'https://erp.example/hook' } }];
  for (const next of [withWebhook, steps])
    await changeWorkflow(ours.ctx, ours.ids.workflow, WorkflowChange.parse({ steps: next }));
  const owner = await newPerson({ ctx: ours.ctx, role: 'owner' });
  await addMember(spare.ctx, owner.id, 'owner');
  const { cookie } = await signInAs(owner);
  await letLoginAge(owner);
  return { ours, spare, cookie: cookieOf(cookie), olderVersion: version + 1 };
}

const actions = serverActions();
const routes = consoleRoutes();

/** Sent by `useActionState`, as React does with a plain form. */
const ofForms = /#(enterCode|login|askForReset|setNewPassword|setPassword|setUp|signUp|join)$/;
const formOf = (fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const untouched = { state: 'new', typed: {} };

const actionNamed = (name: string) => {
  const action = actions.find((each) => each.name === name);
  if (!action) throw new Error(`no page has ${name}`);
  return action;
};

onServer('a session with an old login', { seed }, (server) => {
  async function isAsked(name: string, of: Whole, input?: object): Promise<boolean> {
    const { alta, seeded } = server();
    const { id, page } = actionNamed(name);
    const inWorkspace = name.startsWith('w/') || name.startsWith('_editor/');
    const own = acts[name]?.input?.(of.ids) ?? attempts[name]?.(of.ids, of.ids)[0]?.[0];
    const given = inWorkspace
      ? [of.slug, input ?? own ?? {}]
      : ofForms.test(name)
        ? [untouched, formOf()]
        : [name.endsWith('#setLanguage') ? formOf() : (ofAccounts[name] ?? {})];
    const url = `${alta.origin}${addressOf(page, namesOf(of))}`;
    const answer = await requestAction(url, { id, cookie: seeded.cookie }, ...given);
    const text = await answer.text();
    expect(text, `${name} fails`).not.toMatch(/"code":"(internal|unavailable|signed-out)"/);
    return text.includes('"code":"confirm-by-password"');
  }

  test('has a line in the table for every action and every address', () => {
    expect(Object.keys(stepUps).sort()).toEqual([...actions.map(({ name }) => name), ...routes].sort());
  });

  const lines = Object.entries(stepUps).filter(([name]) => name.includes('#'));

  test.each(lines.filter(([, { asks }]) => asks === 'always'))(
    'must be confirmed before %s',
    async (name) => {
      expect(await isAsked(name, server().seeded.ours)).toBe(true);
    },
  );

  test.each(lines.filter(([, { asks }]) => asks === 'never' || asks === 'with-second-factor'))(
    'need not be confirmed before %s',
    async (name) => {
      // What it may do is done: to what no other test looks at.
      expect(await isAsked(name, server().seeded.spare)).toBe(false);
    },
  );

  test.each(lines.flatMap(([name, line]) => (line.asks === 'sometimes' ? [{ name, ...line }] : [])))(
    'must be confirmed before $name when its input would help a thief',
    async ({ name, asked, notAsked }) => {
      const { ours, olderVersion } = server().seeded;
      expect([
        await isAsked(name, ours, asked({ ...ours.ids, olderVersion })),
        await isAsked(name, ours, notAsked(ours.ids)),
      ]).toEqual([true, false]);
    },
  );

  test.each(routes)('is checked at %s as the table has it', async (route) => {
    const { alta, seeded } = server();
    const answer = await fetchPage(`${alta.origin}${addressOf(route, namesOf(seeded.ours))}`, {
      method: posted.has(route) ? 'POST' : 'GET',
      headers: { cookie: seeded.cookie },
      redirect: 'manual',
    });
    const text = await answer.text();
    const refusal = [401, `${errors['confirm-by-password']}\n`];
    if (stepUps[route]?.asks === 'always') expect([answer.status, text]).toEqual(refusal);
    else expect([answer.status, text]).not.toEqual(refusal);
  });

  test('can not export selected rows either', async () => {
    const { alta, seeded } = server();
    const { slug, ids } = seeded.ours;
    const answer = await fetchPage(`${alta.origin}/w/${slug}/suppliers/export`, {
      method: 'POST',
      headers: { cookie: seeded.cookie, origin: alta.origin },
      body: new URLSearchParams({ ids: ids.entry }),
    });
    expect(answer.status).toBe(401);
  });

  describe('of a person with a second factor', () => {
    const newPassword = 'otras cinco palabras sueltas';

    /** Changes the password in a session that is as old as told. */
    async function changeIn(person: Person, cookie: string) {
      const { alta } = server();
      const form = formOf({ currentPassword: password, newPassword });
      const { answer, value } = await postAction(
        `${alta.origin}/account`,
        { id: actionNamed('account/actions#setPassword').id, cookie: cookieOf(cookie) },
        untouched,
        form,
      );
      const isOld = await beginLogin({ email: person.email, password }, visitor).then(
        () => true,
        () => false,
      );
      return { value, isOld, cookies: answer.headers.getSetCookie().join('\n') };
    }

    test('can not set a new password by the old one alone', async () => {
      const ana = await newPerson();
      const { cookie } = await signInAs(ana);
      const [session] = await database().select().from(sessions).where(eq(sessions.userId, ana.id));
      await enrol(ana, minutesAgo(5), session?.id);
      await letLoginAge(ana);
      const { value, isOld, cookies } = await changeIn(ana, cookie);
      expect(value).toMatchObject({ state: 'failed', failure: { code: 'confirm-by-code' } });
      expect([isOld, cookies.includes(sessionCookieName)]).toEqual([true, false]);
    });

    test('can set one right after a login with the code', async () => {
      const eva = await newPerson();
      const { recoveryCodes } = await enrol(eva, minutesAgo(5));
      const first = await beginLogin({ email: eva.email, password }, visitor);
      if (first.kind !== 'code-needed') throw new Error('The password alone let them in.');
      const code = recoveryCodes[0] ?? '';
      const { cookie } = await completeLogin({ pending: first.pending, code }, visitor);
      const { value, isOld, cookies } = await changeIn(eva, cookie);
      expect(value).toMatchObject({ state: 'done' });
      expect([isOld, cookies.includes(sessionCookieName)]).toEqual([false, true]);
    });
  });
});

const ofAccounts: Record<string, object> = {
  '_shell/actions#confirmLogin': { typed: 'not this one, surely' },
  '_shell/actions#createWorkspace': { name: 'Otra', environment: 'sandbox' },
  'account/actions#dropPasskey': { id: 'any' },
  'account/actions#endOneSession': { id: 'any' },
};
