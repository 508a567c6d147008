import { describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { addressOf, consolePages, consoleRoutes, namedBy } from '#tests/support/console-addresses.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { sendAction, serverActions } from '#tests/support/server-actions.ts';
import { attempts, personal } from './attempts.ts';
import { fileContent, namesOf, posted, wholeWorkspace } from './whole-workspace.ts';

const seed = async () => ({ ours: await wholeWorkspace(), theirs: await wholeWorkspace() });

const ofWorkspaces = (page: string) => page.startsWith('w/');
const pages = consolePages().filter(ofWorkspaces);
const routes = consoleRoutes().filter(ofWorkspaces);
const actions = serverActions();

/** What one gets of one's own at an address that is no page; of the register nothing without a CUIT. */
const file = [200, expect.stringMatching(/^\ufeff?.*;id[;\r]/)] as [number, string];
const ownAnswers: Record<string, [status: number, text: string]> = {
  'w/[workspace]/activity/export': file,
  'w/[workspace]/activity/json-lines': [200, expect.stringMatching(/^\{"id":/) as unknown as string],
  'w/[workspace]/batches/[id]/result': file,
  'w/[workspace]/batches/template': [200, expect.stringContaining('CUIT')],
  'w/[workspace]/batches/upload': [400, ''],
  'w/[workspace]/configuration/apps/gov-ar/preview': [400, ''],
  'w/[workspace]/configuration/webhooks/deliveries/export': file,
  'w/[workspace]/entries/[id]/export': [200, expect.stringMatching(/^PK/) as unknown as string],
  'w/[workspace]/entries/[id]/files/[file]': [200, fileContent],
  'w/[workspace]/invoices/customers': [200, '[]'],
  'w/[workspace]/invoices/export': file,
  'w/[workspace]/invoices/issuers': [200, '[]'],
  'w/[workspace]/invoices/issuers/[id]': [404, ''],
  'w/[workspace]/invoices/month/archive': [400, ''],
  'w/[workspace]/invoices/month/csv': [400, ''],
  'w/[workspace]/invoices/month/vat-book': [400, ''],
  'w/[workspace]/invoices/outline': [200, '{}'],
  'w/[workspace]/invoices/points-of-sale': [200, '{"kind":"none"}'],
  'w/[workspace]/invoices/rate': [200, '{"kind":"unavailable"}'],
  'w/[workspace]/jobs/export': file,
  'w/[workspace]/registrations/export': file,
  'w/[workspace]/same-cuit': [422, ''],
  'w/[workspace]/search/found': [200, '{"q":"","groups":[],"elsewhere":[]}'],
  'w/[workspace]/suppliers/export': file,
  'w/[workspace]/taxpayer': [422, ''],
};

const anew = '5d6b8f4e-2f0c-4e19-9a57-0d3b7a6c1e22';
const fieldNames = [
  'id',
  'name',
  'note',
  'text',
  'description',
  'url',
  'key',
  'expiry',
  'day',
  'folder',
  'userId',
];

onServer('another workspace’s data', { seed }, (server) => {
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetchPage(`${server().alta.origin}${address}`, {
      redirect: 'manual',
      headers: { cookie: server().seeded.ours.cookie, ...headers },
    });

  const post = (address: string) =>
    fetchPage(`${server().alta.origin}${address}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: server().seeded.ours.cookie },
    });

  /** With one thing of theirs in it, whichever it is, and with a workspace that is none. */
  function foreignAddresses(page: string): string[] {
    const { ours, theirs } = server().seeded;
    const own = namesOf(ours);
    const foreign = namesOf(theirs);
    // A series is named by what it is: whose it is says the entry before it.
    const mixed = namedBy(page)
      .filter((kind) => kind !== 'series')
      .map((kind) => ({ ...own, [kind]: foreign[kind] }));
    return [foreign, ...mixed, { ...foreign, w: 'none-of-this-name' }].map((names) => addressOf(page, names));
  }

  describe('is not found at any address:', () => {
    test.each(pages)('%s', async (page) => {
      for (const address of foreignAddresses(page)) {
        const answer = await get(address);
        expect([answer.status, address]).toEqual([404, address]);
        // What the router asks for has its status in its body.
        const part = await (await get(`${address}?_rsc`, { rsc: '1' })).text();
        expect(part).toContain('NEXT_HTTP_ERROR_FALLBACK;404');
        expect(`${await answer.text()} ${part}`).not.toMatch(/Ferreter|tornillo|erp\.example/i);
      }
      const own = await get(addressOf(page, namesOf(server().seeded.ours)));
      expect(own.status).toBe(page.includes('[...rest]') ? 404 : 200);
    });

    test.each(routes)('%s, as a file or data', async (route) => {
      const ask = posted.has(route) ? post : get;
      for (const address of foreignAddresses(route)) {
        const answer = await ask(address);
        expect([answer.status, address]).toEqual([404, address]);
        expect(await answer.text()).not.toContain(fileContent);
      }
      const own = await ask(addressOf(route, namesOf(server().seeded.ours)));
      expect([own.status, await own.text()]).toEqual(ownAnswers[route]);
    });
  });

  /** The code of a refusal, or the value as JSON. */
  async function send(name: string, ...given: unknown[]): Promise<string> {
    const { ours } = server().seeded;
    const action = actions.find((each) => each.name === name);
    if (!action) throw new Error(`no page has ${name}`);
    const url = `${server().alta.origin}${addressOf(action.page, namesOf(ours))}`;
    const result = (await sendAction(url, { id: action.id, cookie: ours.cookie }, ...given)) as {
      ok: boolean;
      code?: string;
      value?: unknown;
    };
    return result.ok ? JSON.stringify(result.value) : (result.code ?? '');
  }

  /** What their own key and their owner see of it. */
  async function standing() {
    const { slug, ids, apiKey, cookie, owner } = server().seeded.theirs;
    const call = apiClient(server().alta.origin, apiKey);
    const paths = [
      `/silo/v1/entries/${ids.entry}`,
      '/transform/v1/jobs',
      `/transform/v1/workflows/${ids.workflow}`,
      '/transform/v1/webhooks/endpoints',
      '/transform/v1/webhooks/secrets',
      '/access/v1/apps',
    ];
    const answers = await Promise.all(paths.map((path) => call('GET', path)));
    const members = await get(`/w/${slug}/configuration/members`, { cookie });
    const text = await members.text();
    // The addresses of files are signed anew with each answer.
    const lasting = (body: object) =>
      JSON.parse(JSON.stringify(body).replaceAll(/\?expires=\d+&signature=\w+/g, ''));
    return [
      answers.map(({ status, body }) => ({ status, body: lasting(body) })),
      [members.status, text.includes(owner.email)],
    ];
  }

  describe('is unchanged after every action:', () => {
    test('the table has every action', () => {
      expect(Object.keys({ ...attempts, ...personal }).sort()).toEqual(
        actions.map(({ name }) => name).sort(),
      );
    });

    test('no action reaches it', { timeout: 120_000 }, async () => {
      const { ours, theirs } = server().seeded;
      const call = apiClient(server().alta.origin, theirs.apiKey);
      await eventually(
        async () => (await call('GET', `/transform/v1/jobs/${theirs.ids.job}`)).body,
        ({ status }) => status !== 'RUN',
      );
      const before = await standing();
      const answers: Record<string, string[]> = {};
      const expected: typeof answers = {};
      for (const [name, attemptsAt] of Object.entries(attempts)) {
        const tries = attemptsAt(theirs.ids, ours.ids);
        const given = tries[0]?.[0] ?? {};
        answers[name] = [
          ...(await Promise.all(
            [theirs.slug, 'none-of-this-name', {}].map((slug) => send(name, slug, given)),
          )),
          ...(await Promise.all(tries.map(([input]) => send(name, ours.slug, input)))),
        ];
        const refused = ['not-found', 'not-found', 'not-found'];
        expected[name] = [...refused, ...tries.map(([, answer = 'not-found']) => answer)];
      }
      for (const [name, attemptsAt] of Object.entries(personal)) {
        const tries = attemptsAt(theirs.ids);
        answers[name] = await Promise.all(tries.map(([input]) => send(name, input)));
        expected[name] = tries.map(([, answer = 'not-found']) => answer);
      }
      expect(answers).toEqual(expected);
      expect(await standing()).toEqual(before);
    });
  });

  /** Nothing that anybody can type, and nothing that the pages send. */
  const nonsense: [string, unknown][] = [
    ['nothing', undefined],
    ['no object', 'x'],
    ['a list', [[]]],
    ['an empty object', {}],
    ['a NUL in every field', Object.fromEntries(fieldNames.map((name) => [name, '\0']))],
    ['half a character in every field', Object.fromEntries(fieldNames.map((name) => [name, '\ud800']))],
    [
      '10,000 characters in every field',
      Object.fromEntries(fieldNames.map((name) => [name, 'x'.repeat(10_000)])),
    ],
    ['fields that nobody asked for', { id: anew, isAdmin: true, constructor: {} }],
    ['nesting without an end', JSON.parse(`${'{"text":'.repeat(200)}1${'}'.repeat(200)}`)],
  ];

  describe('an action with malformed input is no failure of ours:', { tags: 'slow' }, () => {
    test.each(nonsense)('%s', async (_what, input) => {
      const { slug } = server().seeded.ours;
      for (const name of Object.keys(attempts)) {
        expect(await send(name, slug, input), name).not.toMatch(/^(internal|unavailable)$/);
      }
    });
  });
});
