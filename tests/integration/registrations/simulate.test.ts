import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { proveRegistration } from '#lib/registrations/prove.ts';
import { Simulation, simulate } from '#lib/registrations/simulate.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { fetchDelivery, listDeliveries } from '#lib/webhooks/deliveries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { inboxUrl } from '#lib/webhooks/outbox.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegator, openRegistration } from '#tests/support/delegation.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

await simulatorOfWorker();

onDatabase('the sandbox', () => {
  async function newListening(): Promise<Context> {
    const ctx = await newWorkspace();
    await createEndpoint(ctx, EndpointInput.parse({ url: inboxUrl, events: ['*'] }));
    return ctx;
  }

  async function newUnregistered(ctx: Context): Promise<string> {
    const data = { name: 'Taller del Río S.A.', tax_id: { country: 'AR', code: newCuit('30') } };
    const { id } = await createEntry(ctx, { folder: 'suppliers', data });
    await openRegistration(ctx, id, 'certificate');
    return id;
  }

  /** Plays an event, while this process does the logins that a worker would do. */
  async function play(ctx: Context, silo_entry_id: string, event: object) {
    const playing = simulate(ctx, Simulation.parse({ silo_entry_id, ...event }));
    const isRunning = and(eq(registrations.entryId, silo_entry_id), eq(registrations.proofStatus, 'running'));
    for (;;) {
      const hasEnded = await Promise.race([
        playing.then(() => true),
        new Promise<false>((resolve) => setTimeout(resolve, 100, false)),
      ]);
      if (hasEnded) break;
      const [row] = await database().select().from(registrations).where(isRunning);
      if (row) await proveRegistration({ registrationId: row.id, round: row.proofRound });
    }
    const details = await findRegistrationDetails(ctx, silo_entry_id);
    if (!details) throw new Error('there is no registration');
    return details;
  }

  const eventsAbout = async (ctx: Context, entryId: string) =>
    (await listDeliveries(ctx, { limit: 100, entryId })).map(({ event }) => event).toReversed();

  const bodiesOf = async (ctx: Context, entryId: string, event: string) =>
    Promise.all(
      (await listDeliveries(ctx, { limit: 100, entryId, event }))
        .toReversed()
        .map(async ({ id }) => JSON.parse((await fetchDelivery(ctx, id)).body)),
    );

  test('plays rejections, the certificate, its end and the renewal', async () => {
    const ctx = await newListening();
    const id = await newUnregistered(ctx);
    for (const reason of ['other-key', 'expired', 'not-yet-valid', 'not-a-certificate', 'not-authorised']) {
      const { registration } = await play(ctx, id, { event: 'certificate-rejected', reason });
      expect(registration.lastRejection?.reason).toBe(reason);
    }
    const issued = await play(ctx, id, { event: 'certificate-issued' });
    expect(issued.registration.state).toBe('completed');
    for (const days of [60, 30]) {
      const { registration, active } = await play(ctx, id, { event: 'certificate-expiring' });
      expect(registration.intent).toBe('renew');
      expect(Math.ceil(((active?.notAfter.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(days);
    }
    const renewed = await play(ctx, id, { event: 'certificate-issued' });
    expect(renewed.registration).toMatchObject({ intent: 'renew', state: 'completed' });
    const received = 'registration.certificate_received';
    const rejected = 'registration.certificate_rejected';
    expect(await eventsAbout(ctx, id)).toEqual([
      'registration.created',
      ...[rejected, rejected, rejected, rejected, received, rejected],
      ...[received, 'registration.completed', 'registration.created'],
      ...['certificate.expiring', 'certificate.expiring', received, 'registration.completed'],
    ]);
    const created = await bodiesOf(ctx, id, 'registration.created');
    expect(created.map(({ data }) => data.intent)).toEqual(['register', 'renew']);
    await expect(play(ctx, id, { event: 'certificate-issued' })).rejects.toMatchObject({
      key: 'conflict',
      code: 'completed',
    });
  });

  test('plays a delegation', async () => {
    const ctx = await newListening();
    const company = await newUnregistered(ctx);
    await play(ctx, company, { event: 'certificate-issued' });
    await changeAppSettings(ctx, 'gov-ar', { delegate: { siloEntryId: company } });
    const { entryId } = await newDelegator(ctx);
    // The company has logged in a moment ago, and the authority gives no second ticket for ten minutes.
    const first = await newDelegator(ctx);
    await play(ctx, first.entryId, { event: 'delegation-accepted' });
    const accepted = await play(ctx, entryId, { event: 'delegation-accepted' });
    expect(accepted.registration.state).toBe('completed');
    const told = await eventsAbout(ctx, entryId);
    expect(told).toEqual([
      'registration.created',
      'registration.delegation_claimed',
      'registration.delegation_granted',
      'registration.completed',
    ]);
    await expect(play(ctx, entryId, { event: 'delegation-accepted' })).rejects.toMatchObject({
      key: 'conflict',
      code: 'completed',
    });
    expect(await eventsAbout(ctx, entryId)).toEqual(told);
    const byCertificate = await newUnregistered(ctx);
    await expect(play(ctx, byCertificate, { event: 'delegation-accepted' })).rejects.toMatchObject({
      code: 'not-by-delegation',
    });
  });

  test('plays an outage of the authority for its own workspace alone, until its end', async () => {
    const ctx = await newListening();
    const id = await newUnregistered(ctx);
    const { downUntil } = await simulate(ctx, { event: 'authority-down', seconds: 60 });
    expect(downUntil?.getTime()).toBeGreaterThan(Date.now());
    const stuck = await play(ctx, id, { event: 'certificate-issued' });
    expect(stuck.registration.lastRejection?.reason).toBe('authority-unavailable');
    const other = await newListening();
    const theirs = await play(other, await newUnregistered(other), { event: 'certificate-issued' });
    expect(theirs.registration.state).toBe('completed');
    await simulate(ctx, { event: 'authority-down', seconds: 0 });
    const issued = await play(ctx, id, { event: 'certificate-issued' });
    expect(issued.registration.state).toBe('completed');
  });

  test('plays nothing in a live workspace, nor for a supplier of another', async () => {
    const ctx = await newListening();
    const id = await newUnregistered(ctx);
    const issued = { event: 'certificate-issued', silo_entry_id: id } as const;
    await expect(simulate(await newWorkspace('live'), issued)).rejects.toMatchObject({
      code: 'not-simulated',
    });
    await expect(simulate(await newWorkspace(), issued)).rejects.toMatchObject({ key: 'not-found' });
  });
});
