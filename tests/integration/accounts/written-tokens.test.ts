import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authenticateApiKey, createApiKey, rotateApiKey } from '#lib/accounts/api-keys.ts';
import {
  createInvitation,
  findInvitation,
  joinByInvitation,
  signUpByInvitation,
} from '#lib/accounts/invitations.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { apiKeys, invitations } from '#lib/database/tables/accounts.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, somebody } from '#tests/support/person.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const newToken = (prefix = '') => prefix + randomUUID().replaceAll('-', '').padEnd(43, '0');
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';
const uses = (token: string) => authenticateApiKey(token, { version: 'silo/v1', address: '192.0.2.7' });

async function writeKey({ workspace }: Context, of: Partial<typeof apiKeys.$inferInsert> = {}) {
  const token = newToken('alta_sandbox_');
  const id = randomUUID();
  const row = { id, workspaceId: workspace.id, name: 'mine', prefix: 'alta', tokenHash: hashOf(token) };
  await database()
    .insert(apiKeys)
    .values({ ...row, ...of });
  return { id, token };
}

async function writeInvitation({ workspace }: Context) {
  const token = newToken();
  await database()
    .insert(invitations)
    .values({
      id: randomUUID(),
      workspaceId: workspace.id,
      role: 'owner',
      tokenHash: hashOf(token),
      expiresAt: new Date(Date.now() + 60_000),
    });
  return token;
}

onDatabase('who can only write into the database', () => {
  test('makes no key with it: neither by a hash, nor with the MAC of another key', async () => {
    const ctx = await newWorkspace();
    const own = await createApiKey(ctx, { name: 'own' });
    const [row] = await database().select().from(apiKeys).where(eq(apiKeys.id, own.id));
    const { id, token } = await writeKey(ctx);
    expect(await uses(token)).toBeUndefined();
    expect(await uses((await writeKey(ctx, { tokenMac: row?.tokenMac })).token)).toBeUndefined();
    // Nor does an owner make one of it who takes it for the workspace's.
    await expect(rotateApiKey(ctx, { id, overlapHours: 24 })).rejects.toMatchObject({ key: 'not-found' });
    expect(await uses(own.token)).toMatchObject({ id: own.id });
  });

  test.each<[string, (others: Context) => Partial<typeof apiKeys.$inferInsert>]>([
    ['another workspace', ({ workspace }) => ({ workspaceId: workspace.id })],
    ['more scopes', () => ({ scopes: null })],
    ['other addresses', () => ({ allowedAddresses: null })],
    ['a later end', () => ({ expiresAt: new Date(Date.now() + 86_400_000) })],
    ['another token', () => ({ tokenHash: hashOf(newToken()) })],
  ])('gives a key nothing that it did not have: %s', async (_what, change) => {
    const { id, token } = await createApiKey(await newWorkspace(), {
      name: 'narrow',
      scopes: ['silo:read'],
      allowedAddresses: ['192.0.2.0/24'],
      expiresAt: new Date(Date.now() + 60_000),
    });
    expect(await uses(token)).toMatchObject({ id });
    const others = await newWorkspace();
    await database().update(apiKeys).set(change(others)).where(eq(apiKeys.id, id));
    expect(await uses(token)).toBeUndefined();
  });

  test('makes no invitation with it, and raises none', async () => {
    const ctx = await newWorkspace();
    const written = await writeInvitation(ctx);
    const offered = tokenOf(await createInvitation(ctx, { role: 'read-only' }));
    const { id } = await newPerson();
    await database()
      .update(invitations)
      .set({ role: 'owner' })
      .where(eq(invitations.tokenHash, hashOf(offered)));
    for (const token of [written, offered]) {
      expect(await findInvitation(token)).toBeUndefined();
      await expect(joinByInvitation(token, id)).rejects.toMatchObject({ code: 'invitation-gone' });
      await expect(signUpByInvitation(token, somebody('Mara'))).rejects.toMatchObject({ key: 'gone' });
    }
  });
});
