import { expect, test } from 'vitest';
import { addMember } from '#lib/accounts/members.ts';
import { requireSecondFactor, stopRequiringSecondFactor } from '#lib/accounts/second-factor.ts';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import type { Role } from '#lib/roles.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newPerson, type Person, signInAs } from '#tests/support/person.ts';
import { enrol } from '#tests/support/second-factor.ts';
import { sendAction, serverActions } from '#tests/support/server-actions.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { wholeWorkspace } from './whole-workspace.ts';

/** Two owners, of whom one has a second factor, and two operators, of whom one is in a live workspace too. */
async function seed() {
  const [ours, live] = [await wholeWorkspace(), await newWorkspace('live')];
  const member = (role: Role) => newPerson({ ctx: ours.ctx, role });
  const [careful, other] = [await member('owner'), await member('owner')];
  const [operator, newcomer] = [await member('operator'), await member('operator')];
  const cookies = {
    careful: await cookieOf(careful),
    operator: await cookieOf(operator),
    newcomer: await cookieOf(newcomer),
  };
  await enrol(careful);
  await addMember(live, newcomer.id, 'operator');
  return { ours, live: live.workspace.slug, careful, other, operator, cookies };
}

async function cookieOf(person: Person): Promise<string> {
  const { cookie } = await signInAs(person);
  return `${sessionCookieName}=${encodeURIComponent(cookie)}`;
}

onServer('a required second factor', { seed }, (server) => {
  const as = ({ id }: Person, role: Role) => ({
    ...server().seeded.ours.ctx,
    actor: { kind: 'user' as const, id, role },
  });
  const open = (path: string, cookie: string) =>
    fetchPage(`${server().alta.origin}${path}`, { redirect: 'manual', headers: { cookie } });
  const restore = (cookie: string) => {
    const { alta, seeded } = server();
    const { slug, ids } = seeded.ours;
    const action = serverActions().find(({ name }) => name.endsWith('(tabs)/actions#restore'));
    return sendAction(
      `${alta.origin}/w/${slug}/entries/${ids.entry}`,
      { id: action?.id ?? '', cookie },
      slug,
      { id: ids.entry },
    );
  };

  test('is required by an owner who has one, and by nobody else', async () => {
    const { careful, other, operator } = server().seeded;
    await expect(requireSecondFactor(as(other, 'owner'))).rejects.toMatchObject({
      code: 'second-factor-first',
    });
    await expect(requireSecondFactor(as(operator, 'operator'))).rejects.toMatchObject({ code: 'role-lacks' });
    await expect(stopRequiringSecondFactor(as(operator, 'operator'))).rejects.toMatchObject({
      code: 'role-lacks',
    });
    await requireSecondFactor(as(careful, 'owner'));
    await stopRequiringSecondFactor(as(careful, 'owner'));
  });

  test('keeps members without one out until they turn it on, and asks nothing of API keys', async () => {
    const { alta, seeded } = server();
    const { ours, careful, operator, cookies } = seeded;
    const pages = [
      `/w/${ours.slug}`,
      `/w/${ours.slug}/suppliers`,
      `/w/${ours.slug}/suppliers/export`,
      `/w/${ours.slug}/search/found?q=a`,
      `/w/${ours.slug}/entries/${ours.ids.entry}`,
    ];
    expect((await open(pages[1] ?? '', cookies.operator)).status).toBe(200);
    await requireSecondFactor(as(careful, 'owner'));

    for (const page of pages) {
      const answer = await open(page, cookies.operator);
      expect([answer.status, answer.headers.get('location')], page).toEqual([307, '/account']);
    }
    expect(await restore(cookies.operator)).toMatchObject({ ok: false, code: 'second-factor-needed' });
    const account = await open('/account', cookies.operator);
    expect([account.status, await account.text()]).toEqual([
      200,
      expect.stringContaining(ours.ctx.workspace.name),
    ]);
    expect((await open(`/w/${ours.slug}/suppliers`, cookies.careful)).status).toBe(200);
    expect((await apiClient(alta.origin, ours.apiKey)('GET', '/silo/v1/entries')).status).toBe(200);

    await enrol(operator);
    expect((await open(`/w/${ours.slug}/suppliers`, cookies.operator)).status).toBe(200);
    expect(await restore(cookies.operator)).toMatchObject({ ok: true });
  });

  test('closes no other workspace, whose search then finds nothing of this one', async () => {
    const { ours, live, careful, cookies } = server().seeded;
    const elsewhere = async () => {
      const answer = await open(`/w/${live}/search/found?q=Ferreter`, cookies.newcomer);
      return ((await answer.json()) as { elsewhere: { name: string }[] }).elsewhere.map(({ name }) => name);
    };
    await stopRequiringSecondFactor(as(careful, 'owner'));
    expect(await elsewhere()).toEqual([ours.ctx.workspace.name]);
    await requireSecondFactor(as(careful, 'owner'));
    expect(await elsewhere()).toEqual([]);
    expect((await open(`/w/${live}`, cookies.newcomer)).status).toBe(200);
    expect((await open(`/w/${ours.slug}`, cookies.newcomer)).status).toBe(307);
  });
});
