import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { database } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import errors from '#messages/console/errors.es.json' with { type: 'json' };
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { sendAction, serverActions } from '#tests/support/server-actions.ts';
import { acts } from './roles.ts';
import { wholeWorkspace } from './whole-workspace.ts';

async function seed() {
  const ours = await wholeWorkspace();
  const owner = await newPerson({ ctx: ours.ctx, role: 'owner' });
  const { cookie } = await signInAs(owner);
  const createdAt = new Date(Date.now() - 11 * 60_000);
  await database().update(sessions).set({ createdAt }).where(eq(sessions.userId, owner.id));
  return { ours, cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}` };
}

/** What lets somebody in, or takes something out. */
const guarded = [
  'account/actions#beginLink',
  'account/actions#beginPasskey',
  'account/actions#beginTwoSteps',
  'account/actions#dropPasskey',
  'account/actions#endOneSession',
  'account/actions#endTwoSteps',
  'account/actions#renewRecoveryCodes',
  'account/actions#signOutEverywhere',
  'account/actions#unlink',
  'w/[workspace]/configuration/api-keys/actions#createKey',
  'w/[workspace]/configuration/api-keys/actions#rotateKey',
  'w/[workspace]/configuration/members/actions#invite',
  'w/[workspace]/configuration/members/actions#remove',
  'w/[workspace]/configuration/members/actions#requireTwoSteps',
  'w/[workspace]/configuration/members/actions#setRole',
  'w/[workspace]/configuration/members/actions#stopRequiringTwoSteps',
  'w/[workspace]/configuration/webhooks/endpoint-actions#addEndpoint',
  'w/[workspace]/configuration/webhooks/secret-actions#rotate',
  'w/[workspace]/entries/[id]/(tabs)/actions#erase',
];

const exported = [
  'activity/export',
  'activity/json-lines',
  'batches/[batch]/result',
  'configuration/webhooks/deliveries/export',
  'entries/[entry]/export',
  'invoices/export',
  'jobs/export',
  'registrations/export',
  'suppliers/export',
];

onServer('who logged in a while ago', { seed }, (server) => {
  test.each(guarded)('is asked who they are before %s', async (name) => {
    const { alta, seeded } = server();
    const action = serverActions().find((each) => each.name === name);
    if (!action) throw new Error(`no page has ${name}`);
    const { ours, cookie } = seeded;
    const isOfWorkspace = name.startsWith('w/');
    const input = isOfWorkspace ? (acts[name]?.input?.(ours.ids) ?? inputs[name]) : (inputs[name] ?? {});
    const answer = await sendAction(
      `${alta.origin}${isOfWorkspace ? `/w/${ours.slug}` : '/account'}`,
      { id: action.id, cookie },
      ...(isOfWorkspace ? [ours.slug] : []),
      input,
    );
    expect(answer).toMatchObject({ ok: false, code: 'confirm-by-password' });
  });

  test.each(exported)('is asked who they are before %s is taken out', async (path) => {
    const { alta, seeded } = server();
    const { slug, ids } = seeded.ours;
    const at = `${alta.origin}/w/${slug}/${path.replace('[entry]', ids.entry).replace('[batch]', ids.batch)}`;
    const answer = await fetchPage(at, { headers: { cookie: seeded.cookie } });
    expect([answer.status, await answer.text()]).toEqual([401, `${errors['confirm-by-password']}\n`]);
  });

  test('takes out no rows that were chosen either', async () => {
    const { alta, seeded } = server();
    const { slug, ids } = seeded.ours;
    const answer = await fetchPage(`${alta.origin}/w/${slug}/suppliers/export`, {
      method: 'POST',
      headers: { cookie: seeded.cookie, origin: alta.origin },
      body: new URLSearchParams({ ids: ids.entry }),
    });
    expect(answer.status).toBe(401);
  });
});

const anyId = '5d6b8f4e-2f0c-4e19-9a57-0d3b7a6c1e22';
const inputs: Record<string, object> = {
  'account/actions#dropPasskey': { id: 'any' },
  'account/actions#endOneSession': { id: 'any' },
  'w/[workspace]/configuration/api-keys/actions#rotateKey': { id: anyId, overlapHours: 0 },
  'w/[workspace]/configuration/members/actions#remove': { userId: 'any' },
  'w/[workspace]/configuration/members/actions#setRole': { userId: 'any', role: 'operator' },
  'w/[workspace]/configuration/webhooks/secret-actions#rotate': { overlapHours: 0 },
};
