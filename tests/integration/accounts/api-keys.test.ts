import { expect, test } from 'vitest';
import { authenticateApiKey, createApiKey, listApiKeys, revokeApiKey } from '#lib/accounts/api-keys.ts';
import { onEachDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

onEachDatabase('the list of API keys', () => {
  test('has every key of the workspace, with what tells them apart and never the token', async () => {
    const ctx = await newWorkspace();
    await createApiKey(await newWorkspace(), { name: 'a stranger’s' });
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    const erp = await createApiKey(ctx, { name: 'ERP', expiresAt });
    const old = await createApiKey(ctx, { name: 'old' });
    await authenticateApiKey(erp.token, 'silo/v1');
    await revokeApiKey(ctx, old.id);
    const list = await listApiKeys(ctx);
    expect(list).toMatchObject([
      { id: old.id, name: 'old', revokedAt: expect.any(Date), lastUsedAt: null },
      { id: erp.id, name: 'ERP', expiresAt, revokedAt: null, lastUsedAt: expect.any(Date) },
    ]);
    expect(erp.token.startsWith(list[1]?.prefix ?? 'none')).toBe(true);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`${erp.token}|hash`, 'i'));
  });
});
