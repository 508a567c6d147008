import { beforeEach, describe, expect, test } from 'vitest';
import type { Environment } from '#lib/authority-environment.ts';
import { formatCuit, maskCuit } from '#lib/documents/cuit.ts';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { textOfDatabase } from '#tests/support/database-text.ts';
import type { RunningSimulator } from '#tests/support/simulator.ts';
import {
  supplierCuit as companyCuit,
  newApiKey,
  newRegistrationWorkflow,
  newWorkspace,
} from '#tests/support/workspace.ts';

const person = '27123456780';
/** Another person, who is a supplier: the eight digits in the middle are of their identity document. */
const sellerCuit = '20111111112';

async function seed() {
  const workspaces = {} as Record<Environment, { apiKey: string; workflow: string }>;
  for (const environment of ['sandbox', 'live'] as const) {
    const ctx = await newWorkspace(environment);
    workspaces[environment] = {
      apiKey: await newApiKey(ctx),
      workflow: (await newRegistrationWorkflow(ctx)).id,
    };
  }
  return workspaces;
}

onServer('a registration through the API', { seed }, (server) => {
  let simulator: RunningSimulator;
  beforeEach(async () => {
    ({ simulator } = server());
    await simulator.control.reset();
  });

  /** A supplier whose registration is open, and what a test does with it. */
  async function open(environment: Environment, supplierCuit = companyCuit) {
    const { apiKey, workflow } = server().seeded[environment];
    const call: ApiClient = apiClient(server().alta.origin, apiKey);
    const data = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };
    const entry = (await call('POST', '/silo/v1/entries', { folder: 'suppliers', data })).body.id as string;
    const job = (await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: entry }))
      .body.id;
    const path = `/apps/gov-ar/v1/entry/${entry}`;
    const { body: request } = await eventually(
      () => call('GET', `${path}/csr`),
      ({ status }) => status === 200,
    );
    // In the sandbox the certificate is the person's; in live it is the company's.
    const cuit = environment === 'sandbox' ? person : supplierCuit;
    return {
      entry,
      request: request as { alias: string; csr: string },
      call,
      issue: async (alias = request.alias as string) =>
        (await simulator.issueCertificate(environment, { cuit, alias, csr: request.csr })).certificate,
      authorise: (represented = supplierCuit) =>
        simulator.authorise(environment, { cuit, alias: request.alias, represented_cuit: represented }),
      upload: (certificate: string) => call('POST', `${path}/certificate`, { certificate }),
      confirm: () => call('POST', `${path}/confirm`),
      jobWhen: (satisfies: (job: { status: string }) => boolean) =>
        eventually(async () => (await call('GET', `/transform/v1/jobs/${job}`)).body, satisfies),
      state: async () => (await call('GET', `/silo/v1/entries/${entry}`)).body.state,
      csr: () => call('GET', `${path}/csr`),
    };
  }

  describe.each(['sandbox', 'live'] as const)('in %s', (environment) => {
    test('ends as registered, with one login and a completed job', async () => {
      const supplier = await open(environment);
      expect(supplier.request.csr).toContain('BEGIN CERTIFICATE REQUEST');
      const uploaded = await supplier.upload(await supplier.issue());
      expect(uploaded).toMatchObject({ status: 200, body: { alias: supplier.request.alias } });
      expect(await supplier.state()).toBe('processing');
      await supplier.authorise();
      const before = (await simulator.control.stats())[environment].logins;
      expect(await supplier.confirm()).toMatchObject({ status: 200, body: { status: 'registered' } });
      expect((await simulator.control.stats())[environment].logins).toBe(before + 1);
      const job = await supplier.jobWhen(({ status }) => status === 'OK');
      expect(job).toMatchObject({ faults: [], completed_at: expect.any(String) });
      expect(await supplier.state()).toBe('registered');
      expect((await supplier.csr()).status).toBe(404);
      // Who lost the answer asks again and gets it.
      expect(await supplier.confirm()).toMatchObject({ status: 200, body: { status: 'registered' } });
    });

    test('is refused without the authorization, and completed once it is given', async () => {
      const supplier = await open(environment);
      await supplier.upload(await supplier.issue());
      const refused = await supplier.confirm();
      expect(refused).toMatchObject({ status: 422, body: { key: 'validation', code: 'not-authorised' } });
      await supplier.authorise();
      expect((await supplier.confirm()).status).toBe(200);
    });
  });

  test('waits with 202 while the authority is down, keeps the certificate, and is completed on the next try', async () => {
    const supplier = await open('live');
    await supplier.upload(await supplier.issue());
    await supplier.authorise();
    await simulator.control.faults({ environment: 'live', target: 'wsaa', kind: 'html', count: 1 });
    const waiting = await supplier.confirm();
    expect(waiting).toMatchObject({
      status: 202,
      body: { status: 'waiting', reason: 'authority-unavailable' },
    });
    expect(new Date(waiting.body.next_attempt_at).getTime()).toBeGreaterThan(Date.now());
    expect(await supplier.state()).toBe('processing');
    expect((await supplier.confirm()).status).toBe(200);
  });

  test('is completed after a login with a lost answer, as the authority has the ticket', async () => {
    const supplier = await open('live');
    await supplier.upload(await supplier.issue());
    await supplier.authorise();
    await simulator.control.faults({ environment: 'live', target: 'wsaa', kind: 'lost-answer', count: 1 });
    expect((await supplier.confirm()).status).toBe(202);
    expect((await supplier.confirm()).status).toBe(200);
  });

  test('refuses a certificate authorized for another CUIT by name', async () => {
    const supplier = await open('sandbox');
    await supplier.upload(await supplier.issue());
    await supplier.authorise('33693450239');
    expect(await supplier.confirm()).toMatchObject({ status: 422, body: { code: 'cuit-not-represented' } });
  });

  test('names the reason of each wrong upload, and accepts the right one after all of them', async () => {
    const supplier = await open('live');
    const other = await open('live');
    const sandbox = await open('sandbox');
    const uploads: [string, string][] = [
      ['', 'empty'],
      ['hello', 'not-a-certificate'],
      [supplier.request.csr, 'certificate-request'],
      [await other.issue(), 'other-key'],
      [await sandbox.issue(), 'wrong-environment'],
      [`-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----`, 'private-key'],
      ['x'.repeat(70_000), 'too-large'],
    ];
    for (const [upload, reason] of uploads) {
      const { status, body } = await supplier.upload(upload);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([422, reason, ['certificate']]);
    }
    expect((await supplier.upload(await supplier.issue())).status).toBe(200);
  });

  test('accepts a certificate of an earlier key pair, and keeps its alias', async () => {
    const supplier = await open('live');
    const uploaded = await supplier.upload(await supplier.issue(`${supplier.request.alias}b`));
    expect(uploaded.body.alias).toBe(`${supplier.request.alias}b`);
  });

  test('refuses a confirmation before a certificate as a conflict', async () => {
    const supplier = await open('sandbox');
    expect(await supplier.confirm()).toMatchObject({ status: 409, body: { code: 'awaiting-certificate' } });
  });

  test('makes one login for ten confirmations at once', async () => {
    const supplier = await open('live');
    await supplier.upload(await supplier.issue());
    await supplier.authorise();
    const before = await simulator.control.stats();
    const answers = await Promise.all(Array.from({ length: 10 }, () => supplier.confirm()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await supplier.jobWhen(({ status }) => status === 'OK');
    const after = await simulator.control.stats();
    expect(after.live.logins - before.live.logins).toBe(1);
    expect(after.live.refused_logins).toBe(before.live.refused_logins);
  });

  test('logs no whole CUIT, as a person’s contains an identity number', async () => {
    const supplier = await open('sandbox', sellerCuit);
    await supplier.upload(await supplier.issue());
    expect((await supplier.confirm()).body.code).toBe('not-authorised');
    await supplier.authorise();
    expect((await supplier.confirm()).status).toBe(200);
    const log = server().alta.output();
    for (const cuit of [sellerCuit, person]) {
      expect(log).not.toContain(cuit);
      expect(log).not.toContain(formatCuit(cuit));
      expect(log).toContain(maskCuit(cuit));
    }
  });

  test('stores and logs no key, ticket, ref or API key in clear', async () => {
    const supplier = await open('live');
    await supplier.upload(await supplier.issue());
    await supplier.authorise();
    await supplier.confirm();
    const { body: entry } = await supplier.call('GET', `/silo/v1/entries/${supplier.entry}`);
    const secrets = [
      entry.meta[0].ref,
      ...Object.values(server().seeded).map(({ apiKey }) => apiKey),
      'PRIVATE KEY',
      '<sso',
    ];
    const { alta } = server();
    const log = alta.output();
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).toContain('"status":200');
    const rows = await textOfDatabase();
    for (const secret of secrets) expect(rows).not.toContain(secret);
    expect(rows).toContain(supplier.entry);
  });
});
