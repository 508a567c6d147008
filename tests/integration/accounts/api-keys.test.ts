import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  authenticateApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#lib/accounts/api-keys.ts';
import { database } from '#lib/database/client.ts';
import { apiKeys } from '#lib/database/tables/accounts.ts';
import { notifyExpiringKeys } from '#lib/notices.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson } from '#tests/support/person.ts';
import { filedMailsAbout, sendMailsAbout } from '#tests/support/queued-mails.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-keys-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
afterAll(() => rmSync(dataDir, { recursive: true }));

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const call = { version: 'silo/v1', address: '192.0.2.7' };

onDatabase('API keys', () => {
  test('are listed with name, end and last use, and never with the token', async () => {
    const ctx = await newWorkspace();
    await createApiKey(await newWorkspace(), { name: 'a stranger’s' });
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    const erp = await createApiKey(ctx, { name: 'ERP', expiresAt });
    const old = await createApiKey(ctx, { name: 'old' });
    // The first by a clock that was set back since.
    await authenticateApiKey(erp.token, call, new Date(Date.now() + 86_400_000));
    await authenticateApiKey(erp.token, call);
    await revokeApiKey(ctx, old.id);
    const list = await listApiKeys(ctx);
    expect(list).toMatchObject([
      { id: old.id, name: 'old', revokedAt: expect.any(Date), lastUsedAt: null },
      {
        id: erp.id,
        name: 'ERP',
        expiresAt,
        revokedAt: null,
        lastUsedAt: expect.toSatisfy((at: Date) => at.getTime() <= Date.now()),
        lastUsedFrom: '192.0.2.7',
      },
    ]);
    expect(erp.token.startsWith(list[1]?.prefix ?? 'none')).toBe(true);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`${erp.token}|hash`, 'i'));
  });

  test('end in a checksum that separates a leaked key from a lookalike', async () => {
    const { token } = await createApiKey(await newWorkspace(), { name: 'ERP' });
    expect(token).toMatch(/^alta_sandbox_[0-9A-Za-z]{49}$/);
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const checksum = [...token.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(checksum).toBe(crc32(token.slice(0, -6)));
  });

  test('are refused from an address that is not allowed', async () => {
    const ctx = await newWorkspace();
    const { token } = await createApiKey(ctx, { name: 'ERP', allowedAddresses: ['192.0.2.0/24'] });
    const from = (address: string) => authenticateApiKey(token, { version: 'silo/v1', address });
    expect(await from('192.0.2.200')).toBeDefined();
    await expect(from('192.0.3.1')).rejects.toMatchObject({ code: 'address-not-allowed' });
  });

  describe('after a rotation', () => {
    async function rotated(overlapHours: number) {
      const ctx = await newWorkspace();
      const expiresAt = new Date(Date.now() + 30 * dayMs);
      const limits = { scopes: ['silo:read' as const], allowedAddresses: ['192.0.2.7'] };
      const old = await createApiKey(ctx, { name: 'ERP', expiresAt, ...limits });
      const now = new Date(Date.now() + 20 * dayMs);
      const made = await rotateApiKey(ctx, { id: old.id, overlapHours }, now);
      return { ctx, old, made, now, limits };
    }

    test('work beside the new key for the hours of overlap, both listed', async () => {
      const { ctx, old, made, now, limits } = await rotated(24);
      const soon = new Date(now.getTime() + 23 * hourMs);
      const later = new Date(now.getTime() + 25 * hourMs);
      expect(await authenticateApiKey(old.token, call, soon)).toMatchObject({ id: old.id });
      expect(await authenticateApiKey(made.token, call, soon)).toMatchObject({
        id: made.id,
        scopes: limits.scopes,
      });
      expect(await authenticateApiKey(old.token, call, later)).toBeUndefined();
      const [next, before] = await listApiKeys(ctx);
      expect(before).toMatchObject({ id: old.id, replacedBy: made.id, lastUsedAt: expect.any(Date) });
      expect(next).toMatchObject({ id: made.id, name: 'ERP', replacedBy: null, ...limits });
      // As long as the one before had.
      const days = ((next?.expiresAt?.getTime() ?? 0) - now.getTime()) / dayMs;
      expect(Math.round(days)).toBe(30);
    });

    test('are revoked at once without an overlap, and never rotated twice', async () => {
      const { ctx, old, made, now } = await rotated(0);
      expect(await authenticateApiKey(old.token, call, now)).toBeUndefined();
      const again = rotateApiKey(ctx, { id: old.id, overlapHours: 24 }, now);
      await expect(again).rejects.toMatchObject({ key: 'not-found' });
      const stranger = rotateApiKey(await newWorkspace(), { id: made.id, overlapHours: 24 }, now);
      await expect(stranger).rejects.toMatchObject({ key: 'not-found' });
    });
  });

  test('are reported to the owners alone in their last two weeks', async () => {
    const ctx = await newWorkspace();
    const people = [await newPerson({ ctx, role: 'owner' }), await newPerson({ ctx, role: 'operator' })];
    const now = Date.now();
    const { id, token } = await createApiKey(ctx, { name: 'ERP', expiresAt: new Date(now + 20 * dayMs) });
    const toldFor = async (day: number) => {
      await notifyExpiringKeys(new Date(now + day * dayMs));
      const { expiryToldFor } = apiKeys;
      const [key] = await database().select({ expiryToldFor }).from(apiKeys).where(eq(apiKeys.id, id));
      return key?.expiryToldFor;
    };
    expect(await toldFor(5)).toBeNull();
    expect(await toldFor(7)).toEqual(new Date(now + 20 * dayMs));
    await sendMailsAbout(id);
    const mails = await filedMailsAbout(dataDir, id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.headers.get('to')).toContain(people[0]?.email);
    expect(mails[0]?.text).toContain('ERP');
    expect(mails[0]?.text).toContain('/configuration/api-keys');
    expect(mails[0]?.text).not.toContain(token);
  });
});
