import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { createRegistration, endRegistrations, revokeRegistration } from '#lib/registrations/create.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { notifyExpiries } from '#lib/registrations/expiry.ts';
import { findByEntry, findByRef } from '#lib/registrations/find.ts';
import { extendLink, issueNewLink, linkOf, requestNewLink, revokeLinkOf } from '#lib/registrations/link.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { arrive, daysFromNow, newSupplierHere, setLinks } from './handed-over.ts';

onDatabase('the link of an entry with helpers', () => {
  test('is the supplier’s own everywhere', async () => {
    const { operator, entryId, ref, supplier, helper } = await newSupplierHere();
    const marta = await helper();
    expect((await linkOf(operator, entryId))?.url).toContain(ref);
    expect(await listMeta(operator, entryId)).toMatchObject([{ ref }]);
    expect((await findByEntry(operator, entryId))?.link.id).toBe(supplier.registration.link.id);
    const details = await findRegistrationDetails(operator, entryId);
    expect(details?.links).toMatchObject([
      { scope: 'full', id: supplier.registration.link.id },
      { scope: 'arca-steps-only', id: marta.linkId, holder: 'Marta' },
    ]);
    for (const secret of [ref, marta.ref]) expect(JSON.stringify(details?.links)).not.toContain(secret);
  });

  test('is extended together with the helpers’ links', async () => {
    const { operator, entryId, helper } = await newSupplierHere();
    const marta = await helper();
    const { expiresAt } = await extendLink(operator, entryId, { days: 90 });
    expect((await arrive(marta.ref)).registration.link.expiresAt).toEqual(expiresAt);
  });

  test('is reported once when expired, shows a helper’s request, and is extended with all others', async () => {
    const { operator, entryId, ref, helper } = await newSupplierHere();
    const marta = await helper();
    await setLinks(operator, { expiresAt: daysFromNow(-1) });
    await notifyExpiries();
    const told = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.workspaceId, operator.workspace.id));
    expect(told.filter(({ expiryToldFor }) => expiryToldFor)).toMatchObject([{ scope: 'full' }]);
    const expired = await findByRef(marta.ref);
    if (expired.kind !== 'expired') throw new Error(`it is ${expired.kind}`);
    await requestNewLink(expired.ctx, expired.linkId);
    expect(await linkOf(operator, entryId)).toHaveProperty('renewalRequestedAt');
    const created = await createRegistration(operator, await fetchEntry(operator, entryId));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => created.store(tx));
    for (const each of [ref, marta.ref]) expect((await findByRef(each)).kind).toBe('found');
    expect(await linkOf(operator, entryId)).not.toHaveProperty('renewalRequestedAt');
  });

  test.each([
    ['replaced', issueNewLink],
    ['revoked', revokeLinkOf],
  ])('revokes the helpers’ links when it is %s', async (_what, act) => {
    const { operator, entryId, ref, helper } = await newSupplierHere();
    const marta = await helper();
    await act(operator, entryId);
    for (const each of [ref, marta.ref]) expect((await findByRef(each)).kind).toBe('unknown');
  });

  test('is followed by a new one after its revocation, although a helper’s link was valid', async () => {
    const { operator, entryId, supplier, helper } = await newSupplierHere();
    await helper();
    const own = eq(registrationLinks.id, supplier.registration.link.id);
    await database().update(registrationLinks).set({ revokedAt: new Date() }).where(own);
    const created = await createRegistration(operator, await fetchEntry(operator, entryId));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => created.store(tx));
    expect(await linkOf(operator, entryId)).toHaveProperty('url');
    expect((await findByEntry(operator, entryId))?.link.id).not.toBe(supplier.registration.link.id);
  });

  test.each(['revokeRegistration', 'endRegistrations'] as const)(
    'opens nothing after %s, nor do the helpers’, and each is recorded as revoked',
    async (how) => {
      const { operator, entryId, ref, supplier, helper } = await newSupplierHere();
      const marta = await helper();
      const { id } = supplier.registration;
      await database().transaction(async (tx) => {
        if (how === 'revokeRegistration') await revokeRegistration(tx, operator, id);
        else await endRegistrations(tx, operator, entryId, new Date());
      });
      for (const each of [ref, marta.ref]) expect((await findByRef(each)).kind).toBe('unknown');
      const ofIt = eq(registrationLinks.registrationId, id);
      const rows = await database().select().from(registrationLinks).where(ofIt);
      expect(rows.map(({ revokedAt }) => revokedAt)).toEqual([expect.any(Date), expect.any(Date)]);
    },
  );

  test('shows a completed registration’s status, also to helpers', async () => {
    const { operator, entryId, helper } = await newSupplierHere();
    const marta = await helper();
    const ofEntry = and(
      eq(registrations.entryId, entryId),
      eq(registrations.workspaceId, operator.workspace.id),
    );
    await database().update(registrations).set({ completedAt: new Date() }).where(ofEntry);
    await setLinks(operator, { expiresAt: daysFromNow(-1) });
    expect((await arrive(marta.ref)).registration.state).toBe('completed');
  });

  test('is out of reach of another workspace', async () => {
    const { entryId } = await newSupplierHere();
    const stranger = await newWorkspace();
    await expect(findRegistrationDetails(stranger, entryId)).rejects.toMatchObject({ key: 'not-found' });
    await expect(findRegistrationDetails(stranger, randomUUID())).rejects.toMatchObject({ key: 'not-found' });
  });
});
