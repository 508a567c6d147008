import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { database } from '#lib/database/client.ts';
import shell from '#messages/console/shell.es.json' with { type: 'json' };
import { onServer } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { sendAction, serverActions } from '#tests/support/server-actions.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const many = 620;

/** Suppliers named after the order of their creation, a minute apart, the last of them today. */
async function seed() {
  const ctx = await newWorkspace();
  const { cookie } = await signInAs(await newPerson({ ctx, role: 'operator' }));
  await database().execute(sql`
    insert into entries (id, workspace_id, folder, doc_schema, doc, digest, created_digest, created_at)
    select gen_random_uuid(), ${ctx.workspace.id}, 'suppliers', 'x',
      jsonb_build_object('name', case when n = 7 then '=1+1' else 'Proveedor ' || n end,
        'tax_id', jsonb_build_object('country', 'AR', 'code', '30712345671')),
      'x', 'x', now() - (${many} - n) * interval '1 minute' - case when n <= 20 then interval '9 days' else interval '0' end
    from generate_series(1, ${many}::int) n`);
  const stranger = await signInAs(await newPerson({ ctx: await newWorkspace(), role: 'owner' }));
  const cookieOf = (value: string) => `${sessionCookieName}=${encodeURIComponent(value)}`;
  return {
    slug: ctx.workspace.slug,
    cookie: cookieOf(cookie),
    stranger: cookieOf(stranger.cookie),
    eightDaysAgo: new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10),
  };
}

onServer('a long list', { seed }, (server) => {
  const ask = (path: string, cookie = server().seeded.cookie) =>
    fetchPage(`${server().alta.origin}/w/${server().seeded.slug}${path}`, {
      redirect: 'manual',
      headers: { cookie },
    });
  const open = async (path: string) => {
    const html = await (await ask(path)).text();
    const numbers = [...html.matchAll(/<bdi>Proveedor (\d+)<\/bdi>/g)].map(([, number]) => Number(number));
    const [, table = ''] = /<nav class="pager"(.*?)<\/nav>/s.exec(html) ?? [];
    const way = (rel: string) => {
      const [link = ''] = new RegExp(`<a[^>]*rel="${rel}"[^>]*>`).exec(table) ?? [];
      const [, href] = /href="([^"]*)"/.exec(link) ?? [];
      return href?.replaceAll('&amp;', '&').replace(/^\/w\/[^/]+/, '');
    };
    return { numbers, next: way('next'), previous: way('prev'), text: table };
  };

  test('is paged forwards and backwards, and shows its length', async () => {
    const first = await open('/suppliers');
    expect(first.numbers).toEqual(Array.from({ length: 25 }, (_, index) => many - index));
    expect(first.previous).toBeUndefined();
    expect(first.text).toContain(`${many}`);
    const second = await open(first.next ?? '');
    expect(second.numbers[0]).toBe(many - 25);
    const third = await open(second.next ?? '');
    const back = await open(third.previous ?? '');
    expect(back.numbers).toEqual(second.numbers);
    // Before the first page there is nothing but the first page.
    const again = await (await ask(back.previous ?? '')).text();
    expect(again).toContain(`url=/w/${server().seeded.slug}/suppliers"`);
  });

  test('is sorted the other way round, and limited to the days between two dates', async () => {
    const turned = await open('/suppliers?sort=turned');
    expect(turned.numbers.slice(0, 3)).toEqual([1, 2, 3]);
    expect((await open(turned.next ?? '')).numbers[0]).toBeGreaterThan(turned.numbers.at(-1) ?? 0);
    const old = await open(`/suppliers?to=${server().seeded.eightDaysAgo}`);
    expect(old.numbers).toHaveLength(19);
    expect(await open('/suppliers?from=2999-01-01')).toMatchObject({ numbers: [] });
  });

  test.each([
    '/suppliers?from=yesterday',
    '/suppliers?state=happy',
    '/suppliers?period=now',
    '/invoices?issuer=123',
    '/invoices?point=abc',
    '/invoices?class=Z&kind=bill',
    '/registrations?stage=completed',
    '/activity?action=laughed',
    '/jobs?status=bored',
    '/configuration/webhooks/deliveries?status=lost',
  ])('shows no rows for an invalid filter, and names it: %s', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(shell.lists.faultyTitle);
    expect(html).toContain('aria-invalid="true"');
    expect(html).not.toContain('<tbody');
    const file = path.replace('?', '/export?');
    expect((await (await ask(file)).text()).trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('shows the number of a search’s matches, and exports them', async () => {
    const few = await open('/suppliers?q=proveedor+61');
    expect(few.numbers).toHaveLength(11);
    expect(few.text).toContain('11 ');
    expect(few.text).toContain('/export?q=proveedor+61');
    expect((await open('/suppliers?q=proveedor')).text).toContain('25 ');
  });

  test('is exported whole, without formulas and with instants in Buenos Aires time', async () => {
    const answer = await ask('/suppliers/export');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(many + 1);
    expect(lines.slice(1).filter((line) => !/\d{4}-\d\d-\d\dT[\d:]{8}-03:00/.test(line))).toEqual([]);
    expect(lines.find((line) => line.includes('1+1'))).toMatch(/^'=1\+1;/);
    const narrowed = await (await ask('/suppliers/export?q=proveedor+61')).text();
    expect(narrowed.trimEnd().split('\r\n')).toHaveLength(1 + 11);
  });

  test('can be selected as filtered, exported and archived with one batch', async () => {
    const { slug, cookie, stranger, eightDaysAgo: to } = server().seeded;
    const act = (name: string, input: object) => {
      const action = serverActions().find((each) => each.name === `w/[workspace]/batches/actions#${name}`);
      const url = `${server().alta.origin}/w/${slug}/suppliers`;
      return sendAction(url, { id: action?.id ?? '', cookie }, slug, input) as Promise<{ value: unknown }>;
    };
    const { value } = await act('findMatching', { list: 'suppliers', filters: { to } });
    const ids = z.array(z.uuid()).parse(value);
    expect(ids).toHaveLength(20);

    const file = (body: URLSearchParams, as = cookie) =>
      fetchPage(`${server().alta.origin}/w/${slug}/suppliers/export`, {
        method: 'POST',
        headers: { cookie: as },
        body,
      });
    const chosen = new URLSearchParams({ ids: ids.slice(0, 3).join(',') });
    expect((await (await file(chosen)).text()).trimEnd().split('\r\n')).toHaveLength(4);
    expect((await file(new URLSearchParams({ ids: 'x' }))).status).toBe(400);
    const jobs = await fetchPage(`${server().alta.origin}/w/${slug}/jobs/export`, {
      method: 'POST',
      headers: { cookie },
      body: chosen,
    });
    expect((await jobs.text()).trimEnd().split('\r\n')).toHaveLength(1);
    expect((await file(chosen, stranger)).status).toBe(404);

    const start = { operation: 'archive', ids, key: randomUUID() };
    const started = await act('startBatch', start);
    expect(started).toEqual(await act('startBatch', start));
    await eventually(
      async () => (await open(`/suppliers?to=${to}`)).numbers,
      ({ length }) => length === 0,
    );
    expect((await open(`/suppliers?to=${to}&state=archived`)).numbers).toHaveLength(19);
    expect((await open('/suppliers')).numbers).toHaveLength(25);
  });

  test('is out of reach of another workspace', async () => {
    for (const path of ['/suppliers', '/invoices', '/jobs', '/configuration/webhooks/deliveries']) {
      expect((await ask(`${path}/export`, server().seeded.stranger)).status).toBe(404);
      expect((await ask(`${path}/export`, '')).status).toBe(307);
      expect((await ask(`${path}/export`)).status).toBe(200);
    }
  });
});
