import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import type { Environment } from '#lib/authority-environment.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { webhookSecrets } from '#lib/database/tables/webhooks.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { returnAddressOf } from '#lib/registrations/return-address.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { pythonClient, runIn } from '#tests/support/documented-programs.ts';
import { addPointOfSale, newRegistered } from '#tests/support/registered.ts';
import { amongWhiteLabelFiles, whiteLabelLanguages } from '#tests/support/white-label-files.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const notAfter = new Date(Date.now() + 700 * 86_400_000);

async function finished(environment: Environment, returnUrl = 'https://erp.example/proveedores') {
  const ctx = await newWorkspace(environment);
  await changeAppSettings(ctx, 'gov-ar', AppChange.parse({ returnUrl }));
  const entryId = await newRegistered(ctx, { notAfter });
  const address = async (now = new Date()) => {
    const registration = await findByEntry(ctx, entryId);
    if (!registration) throw new Error('there is no registration');
    const address = await returnAddressOf(ctx, registration, now);
    return address === undefined ? undefined : new URL(address);
  };
  return { ctx, entryId, address };
}

/** As the documentation tells an integrator, who has the secret of webhooks. */
function verify(secret: string, url: URL | undefined) {
  const key = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update('return_url');
  return verifyBy(key.digest('base64'), url);
}

function verifyBy(key: string, url: URL | undefined) {
  const told = Object.fromEntries(url?.searchParams ?? []);
  return new Webhook(key).verify(JSON.stringify(told.status), {
    'webhook-id': told.silo_entry_id ?? '',
    'webhook-timestamp': told.timestamp ?? '',
    'webhook-signature': told.signature ?? '',
  });
}

onDatabase('the way back to the platform', () => {
  test('has the outcome, and can be verified with the webhook secret', async () => {
    const { ctx, entryId, address } = await finished('sandbox');
    const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
    const url = await address();
    expect(verify(secret, url)).toBe('registered');
    expect(url?.searchParams.get('silo_entry_id')).toBe(entryId);
    expect(`${url?.origin}${url?.pathname}`).toBe('https://erp.example/proveedores');
  });

  test('is signed over entry, time and status, and a change to any of them is detected', async () => {
    const { ctx, address } = await finished('live');
    const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
    const url = await address();
    expect(verify(secret, url)).toBe('point-of-sale-missing');
    for (const [name, value] of Object.entries({
      status: 'registered',
      silo_entry_id: (await finished('live')).entryId,
      timestamp: String(Number(url?.searchParams.get('timestamp')) + 1),
    })) {
      const forged = new URL(url ?? '');
      forged.searchParams.set(name, value);
      expect(() => verify(secret, forged)).toThrow(WebhookVerificationError);
    }
    const { secret: strangers } = await rotateSecret((await finished('live')).ctx, { overlapHours: 0 });
    expect(() => verify(strangers, url)).toThrow(WebhookVerificationError);
    expect(() => verify(secret, url)).not.toThrow();
    const earlier = await address(new Date(Date.now() - 6 * 60_000));
    expect(() => verify(secret, earlier)).toThrow(/too old/);
  });

  test('has another signature than messages under the same secret', async () => {
    const { ctx, address } = await finished('sandbox');
    const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
    const url = await address();
    expect(() => verifyBy(secret, url)).toThrow(WebhookVerificationError);
    expect(verify(secret, url)).toBe('registered');
  });

  test('has a signature of each valid secret, by the documented formula', async () => {
    const { ctx, entryId, address } = await finished('sandbox');
    const { secret: before } = await rotateSecret(ctx, { overlapHours: 0 });
    const { secret: current } = await rotateSecret(ctx, { overlapHours: 24 });
    const url = await address();
    for (const secret of [before, current]) expect(verify(secret, url)).toBe('registered');
    const key = createHmac('sha256', Buffer.from(current.slice('whsec_'.length), 'base64'))
      .update('return_url')
      .digest();
    const signed = `${entryId}.${url?.searchParams.get('timestamp')}."registered"`;
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    expect(url?.searchParams.get('signature')?.split(' ')).toContain(expected);
  });

  test.each(whiteLabelLanguages.filter(({ missing }) => !missing))(
    'is verified by the documentation’s back.$ending',
    // Installs the client.
    { tags: ['slow'] },
    async (language) => {
      const { ctx, address } = await finished('sandbox');
      const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
      const url = (await address())?.href ?? '';
      const old = (await address(new Date(Date.now() - 6 * 60_000)))?.href ?? '';
      await amongWhiteLabelFiles(language, async (directory) => {
        const run = (address: string) =>
          runIn(directory, [...language.back.split(' '), address], { ...pythonClient, ALTA_SECRET: secret });
        expect(await run(url)).toEqual({ code: 0, output: 'registered\n' });
        expect((await run(url.replace('status=registered', 'status=pending'))).code).not.toBe(0);
        expect((await run(url.replace(/&signature=.*/, ''))).code).not.toBe(0);
        expect((await run(old)).code).not.toBe(0);
      });
    },
  );

  test('is unsigned without a secret, and creates none', async () => {
    const { ctx, address } = await finished('sandbox');
    const url = await address();
    expect([...(url?.searchParams.keys() ?? [])]).toEqual(['silo_entry_id', 'status', 'timestamp']);
    const made = await database()
      .select()
      .from(webhookSecrets)
      .where(eq(webhookSecrets.workspaceId, ctx.workspace.id));
    expect(made).toEqual([]);
  });

  describe('has the status', () => {
    const statusOf = async ({ address }: Awaited<ReturnType<typeof finished>>) =>
      (await address())?.searchParams.get('status');

    test('point-of-sale-missing in live until a point of sale can be used', async () => {
      const live = await finished('live');
      expect(await statusOf(live)).toBe('point-of-sale-missing');
      await addPointOfSale(live.entryId, 3);
      expect(await statusOf(live)).toBe('registered');
    });

    test('pending until the certificate is proved', async () => {
      const sandbox = await finished('sandbox');
      await database()
        .update(registrations)
        .set({ completedAt: null, authorisedAt: null })
        .where(eq(registrations.entryId, sandbox.entryId));
      expect(await statusOf(sandbox)).toBe('pending');
    });
  });

  test.each([
    ['https://erp.example/p?id=a%20b&x=1+2&flag#top', '?id=a%20b&x=1+2&flag&silo_entry_id=', '#top'],
    ['https://erp.example/?status=registered&sil%6f_entry_id=7&a=b', '?a=b&silo_entry_id=', ''],
    ['https://erp.example/', '?silo_entry_id=', ''],
  ])('of %s keeps its own parameters, except those with our names', async (returnUrl, begins, hash) => {
    const { address } = await finished('sandbox', returnUrl);
    const url = await address();
    expect(url?.search.startsWith(begins)).toBe(true);
    expect(url?.searchParams.getAll('status')).toEqual(['registered']);
    expect(url?.hash).toBe(hash);
  });

  test('is not shown to helpers, nor without a configured address', async () => {
    const { ctx, entryId } = await finished('sandbox');
    const own = await findByEntry(ctx, entryId);
    if (!own) throw new Error('there is no registration');
    const helpers = { ...own, link: { ...own.link, scope: 'arca-steps-only' as const } };
    expect(await returnAddressOf(ctx, own)).toBeDefined();
    expect(await returnAddressOf(ctx, helpers)).toBeUndefined();
    const without = await finished('sandbox');
    await changeAppSettings(without.ctx, 'gov-ar', { returnUrl: null });
    expect(await without.address()).toBeUndefined();
  });
});
