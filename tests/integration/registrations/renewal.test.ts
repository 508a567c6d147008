import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { activeCertificate, storeCertificate, unactivatedKeyPairs } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { completeRegistration } from '#lib/registrations/complete.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { findByRef, newestRegistration } from '#lib/registrations/find.ts';
import { issueTimedLink } from '#lib/registrations/timed-link.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dayMs = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * dayMs);

onDatabase('a registered supplier', () => {
  /** Completes the entry's open registration with a certificate that ends at `notAfter`. */
  async function complete(ctx: Context, entryId: string, notAfter: Date): Promise<void> {
    const registration = await newestRegistration(ctx, entryId);
    if (!registration) throw new Error('there is no registration');
    const certificate = {
      pem: '-----BEGIN CERTIFICATE-----',
      alias: 'alta',
      holderCuit: '20123456786',
      issuer: 'Computadores Test',
      notBefore: now,
      notAfter,
      fingerprint: randomUUID(),
    };
    await database().transaction(async (tx) => {
      const find = async () => (await unactivatedKeyPairs({ ...ctx, tx }, registration.id))[0];
      const keyPair = await find();
      if (!keyPair) throw new Error('there is no key pair');
      await storeCertificate(tx, keyPair, certificate as Parameters<typeof storeCertificate>[2], now);
      const stored = await find();
      if (stored)
        await completeRegistration(
          tx,
          ctx,
          registration,
          { by: 'certificate', certificate: stored, note: undefined },
          now,
        );
    });
  }

  async function start(ctx: Context, entryId: string, at: Date): Promise<string> {
    const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), at);
    if (created.kind !== 'created') return created.kind;
    return database().transaction((tx) => created.store(tx));
  }

  test('can renew from 60 days before the certificate’s end on, and stays registered until then', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx, now);
    await complete(ctx, entryId, inDays(700));
    expect(await start(ctx, entryId, inDays(639))).toBe('registered');
    const linkForNow = (at: Date) => issueTimedLink(ctx, entryId, { intent: 'renew' }, at);
    await expect(linkForNow(inDays(639))).rejects.toMatchObject({ code: 'intent-mismatch' });
    const before = await activeCertificate(ctx, entryId);
    expect(await start(ctx, entryId, inDays(640))).toBe('created');
    expect(await newestRegistration(ctx, entryId)).toMatchObject({ intent: 'renew', completedAt: null });
    // Until the next one is proved, the old one signs.
    expect((await activeCertificate(ctx, entryId))?.id).toBe(before?.id);
    expect(await start(ctx, entryId, inDays(641))).toBe('already-there');
    await complete(ctx, entryId, inDays(1_400));
    expect((await activeCertificate(ctx, entryId))?.id).not.toBe(before?.id);
    expect(await start(ctx, entryId, inDays(642))).toBe('registered');
  });

  test('is given a link for now to the renewal, which that opens, and at the same time a second one to the same', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx, now);
    await complete(ctx, entryId, inDays(700));
    const refOf = async () =>
      (await issueTimedLink(ctx, entryId, { intent: 'renew' }, inDays(650))).url?.split('/').at(-1) ?? '';
    const opened = await Promise.all(
      (await Promise.all([refOf(), refOf()])).map((ref) => findByRef(ref, inDays(650))),
    );
    const renewal = await newestRegistration(ctx, entryId);
    expect(opened).toMatchObject(
      Array(2).fill({ kind: 'found', registration: { id: renewal?.id, intent: 'renew', state: 'created' } }),
    );
    expect((await activeCertificate(ctx, entryId))?.registrationId).not.toBe(renewal?.id);
  });

  test('begins a new registration after the certificate’s end', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx, now);
    await complete(ctx, entryId, inDays(10));
    expect(await start(ctx, entryId, inDays(11))).toBe('created');
  });
});
