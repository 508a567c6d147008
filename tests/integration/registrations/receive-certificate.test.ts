import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();
beforeEach(() => simulator.control.reset());

onDatabase('an upload', () => {
  test('of another workspace’s certificate is refused', async () => {
    const [mine, others] = [await newWorkspace(), await newWorkspace()];
    const { entryId } = await newRegistration(mine);
    const supplier = await supplierOf(mine, simulator, entryId);
    const certificate = await supplier.issue();
    expect(await supplier.upload(certificate)).toMatchObject({ kind: 'accepted' });
    // No key is ever two workspaces’, so it is put there by hand.
    const keyOfOthers = (await newRegistration(others)).entryId;
    const [{ fingerprint } = { fingerprint: null }] = await database()
      .select()
      .from(certificates)
      .where(eq(certificates.entryId, entryId));
    await setFingerprint(entryId, null);
    await setFingerprint(keyOfOthers, fingerprint);
    expect(await supplier.upload(certificate)).toMatchObject({ kind: 'rejected', reason: 'in-use' });
  });
});

const setFingerprint = (entryId: string, fingerprint: string | null) =>
  database().update(certificates).set({ fingerprint }).where(eq(certificates.entryId, entryId));
