// @module-tag slow
import { describe, expect, test } from 'vitest';
import type { SearchAnswer } from '#console/_shell/search-places.ts';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { type Role, roles } from '#lib/roles.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { onServer } from '#tests/support/alta.ts';
import { addressOf, consolePages, consoleRoutes } from '#tests/support/console-addresses.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { classB } from '#tests/support/invoices.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { sendAction, serverActions } from '#tests/support/server-actions.ts';
import { supplierCuit } from '#tests/support/workspace.ts';
import { attempts } from './attempts.ts';
import { acts, admitted } from './roles.ts';
import { namesOf, posted, wholeWorkspace } from './whole-workspace.ts';

async function seed() {
  const [ours, theirs] = [await wholeWorkspace(), await wholeWorkspace()];
  const cookies = new Map<Role, string>();
  for (const role of roles) {
    const { cookie } = await signInAs(await newPerson({ ctx: ours.ctx, role }));
    cookies.set(role, `${sessionCookieName}=${encodeURIComponent(cookie)}`);
  }
  const invoice = await createEntry(ours.ctx, {
    folder: 'invoices',
    data: classB({
      supplier: { name: 'Hilandería del Norte S.A.', tax_id: { country: 'AR', code: supplierCuit } },
    }),
  });
  return { ours, theirs, cookies, invoice: invoice.id };
}

const ofWorkspaces = (page: string) => page.startsWith('w/') && !page.includes('[...rest]');
const routes = consoleRoutes().filter(ofWorkspaces);
const pages = consolePages().filter(ofWorkspaces);
const actions = serverActions();

onServer('the table of roles', { seed }, (server) => {
  const cookieOf = (role: Role) => server().seeded.cookies.get(role) ?? '';
  const ask = (role: Role, address: string, more: { method?: string; headers?: object } = {}) =>
    fetchPage(`${server().alta.origin}${address}`, {
      redirect: 'manual',
      method: more.method ?? 'GET',
      headers: { cookie: cookieOf(role), ...more.headers },
    });

  /** What the router asks for has its status in its body, also where a page is streamed. */
  async function isPageRefused(role: Role, address: string): Promise<boolean> {
    const part = await (await ask(role, `${address}?_rsc`, { headers: { rsc: '1' } })).text();
    expect(part, address).not.toContain('NEXT_HTTP_ERROR_FALLBACK;404');
    return part.includes('NEXT_HTTP_ERROR_FALLBACK;403');
  }

  async function rolesFor(isRefused: (role: Role) => Promise<boolean>): Promise<Role[]> {
    const refused = await Promise.all(roles.map(isRefused));
    return roles.filter((_, index) => !refused[index]);
  }

  test('has every page and every address', () => {
    expect(Object.keys(admitted).sort()).toEqual([...pages, ...routes].sort());
  });

  test('has every action', () => {
    expect(Object.keys(acts).sort()).toEqual(Object.keys(attempts).sort());
  });

  test.each(pages)('decides the roles that see %s', async (page) => {
    const address = addressOf(page, namesOf(server().seeded.ours));
    const seeing = await rolesFor((role) => isPageRefused(role, address));
    expect(seeing.sort()).toEqual([...(admitted[page] ?? [])].sort());
  });

  test.each(routes)('decides the roles that get an answer at %s', async (route) => {
    const address = addressOf(route, namesOf(server().seeded.ours));
    const method = posted.has(route) ? 'POST' : 'GET';
    const answered = await rolesFor(async (role) => (await ask(role, address, { method })).status === 403);
    expect(answered.sort()).toEqual([...(admitted[route] ?? [])].sort());
  });

  describe('decides the roles that may act:', () => {
    test.each(Object.entries(acts))('%s', async (name, { who, input }) => {
      const { ours, theirs } = server().seeded;
      const action = actions.find((each) => each.name === name);
      if (!action) throw new Error(`no page has ${name}`);
      const url = `${server().alta.origin}${addressOf('w/[workspace]', namesOf(ours))}`;
      const attempt = input ?? ((ids) => attempts[name]?.(ids, ours.ids)[0]?.[0] ?? {});
      const doing = await rolesFor(async (role) => {
        // What they may do is not done to what the other tests look at.
        const of = who.includes(role) ? theirs : ours;
        const sent = { id: action.id, cookie: cookieOf(role) };
        const result = (await sendAction(url, sent, ours.slug, attempt(of.ids))) as { code?: string };
        return result.code === 'role-lacks';
      });
      expect(doing.sort()).toEqual([...who].sort());
    });
  });

  test('hides invoices from a role that may see suppliers only', async () => {
    const { ours, invoice } = server().seeded;
    const address = `/w/${ours.slug}/entries/${invoice}`;
    expect(await rolesFor((role) => isPageRefused(role, address))).toEqual([
      'owner',
      'operator',
      'read-only',
    ]);
    const refusal = await ask('support', address);
    const text = await refusal.text();
    expect(refusal.status).toBe(403);
    expect(text).not.toContain('Hilandería');
  });

  test('limits the search to what a role may see', async () => {
    const { ours } = server().seeded;
    const found = async (role: Role, q: string) => {
      const answer = (await (
        await ask(role, `/w/${ours.slug}/search/found?${new URLSearchParams({ q })}`)
      ).json()) as SearchAnswer;
      return answer.groups.map(({ name }) => name);
    };
    for (const q of [server().seeded.invoice, ours.ids.job, ours.ids.delivery, ours.ids.workflow]) {
      expect([await found('support', q), await found('read-only', q)], q).toEqual([[], [expect.any(String)]]);
    }
    expect(await found('support', ours.ids.entry)).toEqual(['suppliers']);
  });

  test('limits the navigation to what a role may see', async () => {
    const { ours } = server().seeded;
    const text = await (await ask('support', `/w/${ours.slug}/suppliers`)).text();
    const led = ['suppliers', 'registrations', 'invoices', 'jobs', 'configuration/api-keys'].filter((path) =>
      text.includes(`href="/w/${ours.slug}/${path}"`),
    );
    expect(led).toEqual(['suppliers', 'registrations']);
  });
});
