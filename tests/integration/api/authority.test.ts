import { describe, expect, test } from 'vitest';
import { addressOf, wsaa, wsfe } from '#lib/arca/services.ts';
import { recordSighting } from '#lib/authority-status.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const person = '27123456780';
/** What it knows of the authority is read at its start. */
const ownServer = { RATE_LIMIT_FACTOR: '100000' };

/** What this process saw before the server started: WSFE of live failed twice, WSAA answered. */
async function seed() {
  const [sandbox, live] = [await newWorkspace('sandbox'), await newWorkspace('live')];
  const { entryId } = await newRegistration(sandbox);
  const request = (await findByEntry(sandbox, entryId))?.request;
  const since = new Date(Date.now() - 60_000);
  await recordSighting({
    endpoint: addressOf(wsfe, 'live').endpoint,
    at: since,
    seconds: 5,
    failure: 'timeout',
  });
  await recordSighting({
    endpoint: addressOf(wsfe, 'live').endpoint,
    at: new Date(),
    seconds: 5,
    failure: 'timeout',
  });
  await recordSighting({ endpoint: addressOf(wsaa, 'live').endpoint, at: new Date(), seconds: 0.2 });
  return {
    since,
    entryId,
    request,
    sandboxKey: await newApiKey(sandbox),
    liveKey: await newApiKey(live),
  };
}

onServer('the authority’s status through the API', { seed, env: ownServer }, (server) => {
  const path = '/apps/gov-ar/v1/authority';
  const ask = (key?: string) => apiClient(server().alta.origin, key)('GET', path);

  test('is of the key’s environment, as another process saw it', async () => {
    const { liveKey, since } = server().seeded;
    expect(await ask(liveKey)).toMatchObject({
      status: 200,
      body: {
        environment: 'live',
        services: [
          { service: 'wsaa', status: 'answering', last_answered_at: expect.any(String) },
          { service: 'wsfe', status: 'not-answering', since: since.toISOString() },
        ],
      },
    });
  });

  test('is unknown for a service that nobody has called, and known soon after', async () => {
    const { sandboxKey } = server().seeded;
    const { body } = await ask(sandboxKey);
    expect(body).toEqual({
      environment: 'sandbox',
      services: [
        { service: 'wsaa', status: 'unknown' },
        { service: 'wsfe', status: 'unknown' },
      ],
    });
    await eventually(
      async () => (await ask(sandboxKey)).body.services.map(({ status }: { status: string }) => status),
      (states) => states.every((state: string) => state === 'answering'),
    );
  });

  test('needs a key', async () => {
    expect((await ask()).status).toBe(401);
    expect((await ask('none')).status).toBe(401);
  });

  describe('the metrics', () => {
    const metrics = async () => (await fetchPage(`${server().alta.origin}/api/metrics`)).text();

    test('have a gauge for each service', async () => {
      const text = await metrics();
      expect(text).toContain('alta_authority_up{environment="live",service="wsaa"} 1');
      expect(text).toContain('alta_authority_up{environment="live",service="wsfe"} 0');
      expect(text).toMatch(
        /^alta_authority_last_answer_timestamp_seconds\{environment="live",service="wsaa"\} \d+/m,
      );
    });

    test('count the calls of the process, each of which updates the status', async () => {
      const { alta, simulator, seeded } = server();
      const { entryId, request, sandboxKey } = seeded;
      const call = apiClient(alta.origin, sandboxKey);
      const { alias = '', csr = '' } = request ?? {};
      const { certificate } = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr });
      const entry = `/apps/gov-ar/v1/entry/${entryId}`;
      expect((await call('POST', `${entry}/certificate`, { certificate })).status).toBe(200);
      const counted =
        /alta_authority_calls_total\{environment="sandbox",service="wsaa",result="answered"\} 1/;
      expect(await metrics()).not.toMatch(counted);
      // Nobody authorized the certificate: a refusal is an answer.
      expect((await call('POST', `${entry}/confirm`)).status).toBe(422);
      await eventually(metrics, (text) => counted.test(text));
    });
  });
});
