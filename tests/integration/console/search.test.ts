import { expect, test } from 'vitest';
import type { SearchAnswer } from '#console/_shell/search-places.ts';
import { addMember } from '#lib/accounts/members.ts';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

/** Somebody's two workspaces, and two that others have, with a supplier of one name in each. */
async function seed() {
  const name = 'Molino Harinero';
  const data = { name, tax_id: { country: 'AR', code: '30712345671' } };
  const ours = await newWorkspace('sandbox');
  const live = await newWorkspace('live');
  const person = await newPerson({ ctx: ours, role: 'owner' });
  await addMember(live, person.id, 'operator');
  const made = await createEntry(ours, { folder: 'suppliers', data });
  for (const ctx of [live, await newWorkspace('live'), await newWorkspace('sandbox')]) {
    await createEntry(ctx, { folder: 'suppliers', data });
  }
  const { cookie } = await signInAs(person);
  return {
    slug: ours.workspace.slug,
    live: live.workspace.slug,
    entry: made.id,
    cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}`,
  };
}

onServer('the search of the Console', { seed }, (server) => {
  const ask = (path: string) =>
    fetchPage(`${server().alta.origin}/w/${server().seeded.slug}/search${path}`, {
      headers: { cookie: server().seeded.cookie },
    });

  test('finds a prefix of a word, and counts matches in the other environment', async () => {
    const { slug, live, entry } = server().seeded;
    const answer: SearchAnswer = await (await ask('/found?q=molino')).json();
    expect(answer.groups).toEqual([
      {
        name: 'suppliers',
        more: false,
        items: [
          {
            href: `/w/${slug}/entries/${entry}`,
            icon: 'suppliers',
            title: 'Molino Harinero',
            detail: '30-71234567-1',
            acts: [
              { name: 'edit', href: `/w/${slug}/entries/${entry}/edit` },
              { name: 'jobs', href: `/w/${slug}/jobs?entry=${entry}` },
            ],
          },
        ],
      },
    ]);
    expect(answer.elsewhere).toMatchObject([{ href: `/w/${live}/search?q=molino`, count: 1, more: false }]);
    expect(await (await ask('/found?q=inexistente')).json()).toMatchObject({ groups: [], elsewhere: [] });
  });

  test('explains a support code, and links to its registrations', async () => {
    const { slug } = server().seeded;
    const { groups, elsewhere }: SearchAnswer = await (await ask('/found?q=ar%20arch%2007')).json();
    expect(groups).toMatchObject([
      {
        name: 'reasons',
        items: [
          {
            href: `/w/${slug}/registrations?reason=malformed`,
            title: expect.stringMatching(/^AR-ARCH-07: ./),
          },
        ],
      },
    ]);
    expect(elsewhere).toEqual([]);
  });

  test('works without scripts as a page: a form, results, pages and actions', async () => {
    const { slug, live, entry } = server().seeded;
    const found = await (await ask('?q=MOLINO')).text();
    expect(found).toMatch(new RegExp(`<form[^>]*action="/w/${slug}/search"`));
    expect(found).toContain(`href="/w/${slug}/entries/${entry}"`);
    expect(found).toContain(`href="/w/${live}/search?q=MOLINO"`);
    const places = await (await ask('?q=rotar')).text();
    expect(places).toContain(`href="/w/${slug}/configuration/webhooks#secrets"`);
    expect((await ask(`?q=${'x'.repeat(3_000)}`)).status).toBe(200);
    expect((await ask('?q=%00&q=b')).status).toBe(200);
  });
});
