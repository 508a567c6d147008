import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { registrationResponse } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { createRegistration, endRegistrations } from '#lib/registrations/create.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { addPointOfSale, newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

onDatabase('a supplier’s registration details', () => {
  test('are empty before a registration, and out of reach of another workspace', async () => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    expect(await findRegistrationDetails(ctx, id)).toBeUndefined();
    await expect(findRegistrationDetails(await newWorkspace(), id)).rejects.toMatchObject({
      key: 'not-found',
    });
  });

  test('have the step, the link and the last rejection’s reason while it is open', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const lastRejection = {
      reason: 'other-key',
      detail: {},
      at: new Date().toISOString(),
      checks: [],
    } as const;
    await database()
      .update(registrations)
      .set({ startedAt: new Date(), lastRejection: { ...lastRejection, checks: [] } })
      .where(eq(registrations.entryId, entryId));
    const details = await findRegistrationDetails(ctx, entryId);
    expect(details && registrationResponse(details)).toMatchObject({
      silo_entry_id: entryId,
      state: 'started',
      started_at: expect.any(String),
      link: { link_url: expect.stringContaining(ref), expires_at: expect.any(String) },
      last_rejection: {
        reason: 'other-key',
        message: 'The certificate was issued for another request.',
        at: lastRejection.at,
      },
      proof: { status: 'none' },
    });
    const told = JSON.stringify(details && registrationResponse(details));
    expect(told).not.toMatch(/PRIVATE KEY|ref_hash|sealed/);
  });

  test('have the active certificate and the points of sale once it is complete', async () => {
    const ctx = await newWorkspace('live');
    const entryId = await newRegistered(ctx, { notAfter: inDays(700) });
    await addPointOfSale(entryId, 7);
    const details = await findRegistrationDetails(ctx, entryId);
    const certificate = { alias: 'tornillo1', holder_cuit: '30712345671', fingerprint: entryId };
    expect(details && registrationResponse(details)).toMatchObject({
      state: 'completed',
      certificate,
      active_certificate: certificate,
      points_of_sale: { list: [{ number: 7, usable: true }] },
    });
  });

  test('have the renewal and the previous certificate, which still signs', async () => {
    const ctx = await newWorkspace('live');
    const entryId = await newRegistered(ctx, { notAfter: inDays(20) });
    await addPointOfSale(entryId, 7);
    const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), inDays(1));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => created.store(tx));
    const details = await findRegistrationDetails(ctx, entryId, inDays(1));
    expect(details).toMatchObject({
      registration: { intent: 'renew', state: 'created', pointsOfSale: { list: [{ number: 7 }] } },
      active: { alias: 'tornillo1' },
    });
    expect(details?.registration).not.toHaveProperty('certificate.alias');
  });

  test('have the earlier data after the end, and no active certificate', async () => {
    const ctx = await newWorkspace();
    const entryId = await newRegistered(ctx, { notAfter: inDays(700) });
    await database().transaction((tx) => endRegistrations(tx, ctx, entryId, new Date()));
    const details = await findRegistrationDetails(ctx, entryId);
    expect(details).toMatchObject({
      registration: { state: 'revoked', certificate: { alias: 'tornillo1' } },
      link: { revokedAt: expect.any(Date) },
    });
    expect(details).not.toHaveProperty('active');
  });
});
