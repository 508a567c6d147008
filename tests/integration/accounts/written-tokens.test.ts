import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { authenticateApiKey } from '#lib/accounts/api-keys.ts';
import { findInvitation, joinByInvitation, signUpByInvitation } from '#lib/accounts/invitations.ts';
import { database } from '#lib/database/client.ts';
import { apiKeys, invitations } from '#lib/database/tables/accounts.ts';
import type { Sealed } from '#lib/vault.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, somebody } from '#tests/support/person.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const newToken = (prefix = '') => prefix + randomUUID().replaceAll('-', '').padEnd(43, '0');

/** A row as good as can be made without the installation's secret. */
const rowOf = (token: string, workspaceId: string) => ({
  id: randomUUID(),
  workspaceId,
  tokenHash: createHash('sha256').update(token).digest('hex'),
});

onDatabase('a token inserted without the installation’s secret', () => {
  test('is no API key', async () => {
    const { workspace } = await newWorkspace();
    const token = newToken('alta_sandbox_');
    await database()
      .insert(apiKeys)
      .values({ ...rowOf(token, workspace.id), name: 'mine', prefix: 'alta', digestSealed: '' as Sealed });
    const use = { version: 'silo/v1', address: '192.0.2.7' };
    expect(await authenticateApiKey(token, use)).toBeUndefined();
  });

  test('is no invitation', async () => {
    const { workspace } = await newWorkspace();
    const token = newToken();
    const expiresAt = new Date(Date.now() + 60_000);
    await database()
      .insert(invitations)
      .values({ ...rowOf(token, workspace.id), role: 'owner', expiresAt });
    const { id } = await newPerson();
    expect(await findInvitation(token)).toBeUndefined();
    await expect(joinByInvitation(token, id)).rejects.toMatchObject({ code: 'invitation-gone' });
    await expect(signUpByInvitation(token, somebody('Mara'))).rejects.toMatchObject({ key: 'gone' });
  });
});
