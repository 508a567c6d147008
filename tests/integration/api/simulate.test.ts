import { expect, test } from 'vitest';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { inboxUrl } from '#lib/webhooks/outbox.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { newDelegator, openRegistration } from '#tests/support/delegation.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  await createEndpoint(ctx, EndpointInput.parse({ url: inboxUrl, events: ['*'] }));
  const live = await newWorkspace('live');
  return { ctx, key: await newApiKey(ctx), liveKey: await newApiKey(live) };
}

onServer('the sandbox', { seed }, (server) => {
  const play = (body: object, key = server().seeded.key) =>
    apiClient(server().alta.origin, key)('POST', '/access/v1/simulate', body);

  async function newSupplier(): Promise<string> {
    const { ctx } = server().seeded;
    const data = { name: 'Taller del Río S.A.', tax_id: { country: 'AR', code: newCuit('30') } };
    const { id } = await createEntry(ctx, { folder: 'suppliers', data });
    await openRegistration(ctx, id, 'certificate');
    return id;
  }

  async function eventsAbout(entryId: string) {
    const { ctx } = server().seeded;
    const list = await listDeliveries(ctx, { limit: 100, entryId });
    return list.map(({ event }) => event).toReversed();
  }

  test('plays rejections, the certificate, its end and the renewal', async () => {
    const silo_entry_id = await newSupplier();
    for (const reason of ['other-key', 'expired', 'not-yet-valid', 'not-a-certificate', 'not-authorised']) {
      const { status, body } = await play({ event: 'certificate-rejected', silo_entry_id, reason });
      expect([status, body.registration.last_rejection?.reason]).toEqual([200, reason]);
    }
    const issued = await play({ event: 'certificate-issued', silo_entry_id });
    expect(issued.body).toMatchObject({ event: 'certificate-issued', registration: { state: 'completed' } });
    for (const days of [60, 30]) {
      const expiring = await play({ event: 'certificate-expiring', silo_entry_id });
      const { intent, active_certificate: active } = expiring.body.registration;
      expect([expiring.status, intent]).toEqual([200, 'renew']);
      const left = (Date.parse(active?.not_after) - Date.now()) / 86_400_000;
      expect(Math.ceil(left)).toBe(days);
    }
    const renewed = await play({ event: 'certificate-issued', silo_entry_id });
    expect(renewed.body.registration).toMatchObject({ intent: 'renew', state: 'completed' });
    expect(await eventsAbout(silo_entry_id)).toEqual([
      'registration.created',
      ...Array.from({ length: 4 }, () => 'registration.certificate_rejected'),
      'registration.certificate_received',
      'registration.certificate_rejected',
      'registration.certificate_received',
      'registration.completed',
      'certificate.expiring',
      'certificate.expiring',
      'registration.certificate_received',
      'registration.completed',
    ]);
    const again = await play({ event: 'certificate-issued', silo_entry_id });
    expect(again).toMatchObject({ status: 404, body: { code: 'completed' } });
  });

  test('plays a delegation', async () => {
    const { ctx } = server().seeded;
    const siloEntryId = await newSupplier();
    await play({ event: 'certificate-issued', silo_entry_id: siloEntryId });
    await changeAppSettings(ctx, 'gov-ar', { delegate: { siloEntryId } });
    const { entryId: silo_entry_id } = await newDelegator(ctx);
    const { body } = await play({ event: 'delegation-accepted', silo_entry_id });
    expect(body.registration).toMatchObject({ delegation: { claimed_at: expect.any(String) } });
    expect(await eventsAbout(silo_entry_id)).toContain('registration.delegation_claimed');
    const byCertificate = await newSupplier();
    const refused = await play({ event: 'delegation-accepted', silo_entry_id: byCertificate });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not-by-delegation' } });
  });

  test('plays an outage of the authority for its own workspace, until its end', async () => {
    const silo_entry_id = await newSupplier();
    const down = await play({ event: 'authority-down', seconds: 60 });
    expect(down.body).toMatchObject({ event: 'authority-down', down_until: expect.any(String) });
    const stuck = await play({ event: 'certificate-issued', silo_entry_id });
    expect(stuck.body.registration).toMatchObject({ last_rejection: { reason: 'authority-unavailable' } });
    await play({ event: 'authority-down', seconds: 0 });
    const issued = await play({ event: 'certificate-issued', silo_entry_id });
    expect(issued.body.registration).toMatchObject({ state: 'completed' });
    expect((await play({ event: 'authority-down', seconds: 301 })).status).toBe(422);
  });

  test('is no live workspace, and none of another’s', async () => {
    const silo_entry_id = await newSupplier();
    const { liveKey } = server().seeded;
    const refused = await play({ event: 'certificate-issued', silo_entry_id }, liveKey);
    expect(refused).toMatchObject({ status: 409, body: { code: 'not-simulated' } });
    const stranger = await newApiKey(await newWorkspace());
    expect((await play({ event: 'certificate-issued', silo_entry_id }, stranger)).status).toBe(404);
  });
});
