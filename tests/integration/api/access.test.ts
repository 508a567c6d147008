import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '#lib/accounts/api-keys.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onEachServer } from '../../support/alta.ts';
import { apiClient } from '../../support/api-client.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from '../../support/workspace.ts';

async function seed() {
  const owner = await newWorkspace();
  const stranger = await newWorkspace();
  const entry = (await newSupplier(owner)).id;
  const workflow = (await newRegistrationWorkflow(owner)).id;
  const job = (await createJob(owner, { workflow_id: workflow, silo_entry_id: entry })).id;
  const revoked = await createApiKey(owner, { name: 'revoked' });
  await revokeApiKey(owner, revoked.id);
  const expired = await createApiKey(owner, { name: 'expired', expiresAt: new Date(0) });
  return {
    entry,
    workflow,
    job,
    keys: {
      owner: await newApiKey(owner),
      stranger: await newApiKey(stranger),
      revoked: revoked.token,
      expired: expired.token,
    },
  };
}

const supplier = { data: { name: 'A', tax_id: { country: 'AR', code: '30123456781' } } };

onEachServer('access', { seed }, (server) => {
  type Ids = { entry: string; workflow: string; job: string };
  const routes: [string, (ids: Ids) => string, ((ids: Ids) => unknown)?][] = [
    ['GET', () => '/utils/v1/ping'],
    ['GET', () => '/silo/v1/entries'],
    ['POST', () => '/silo/v1/entries', () => supplier],
    ['GET', ({ entry }) => `/silo/v1/entries/${entry}`],
    ['PUT', ({ entry }) => `/silo/v1/entries/${entry}`, () => supplier],
    [
      'PATCH',
      ({ entry }) => `/silo/v1/entries/${entry}`,
      () => ({ data: { name: 'B', tax_id: supplier.data.tax_id } }),
    ],
    ['GET', ({ entry }) => `/silo/v1/entries/${entry}/states`],
    ['POST', ({ entry }) => `/silo/v1/entries/${entry}/states`, () => ({ key: 'void' })],
    ['GET', ({ entry }) => `/silo/v1/entries/${entry}/activity`],
    ['GET', () => '/silo/v1/search?q=tornillo'],
    ['POST', () => '/silo/v1/gobl/build', () => supplier],
    ['GET', () => '/silo/v1/envelopes'],
    ['GET', () => '/silo/v1/entries/key/none'],
    ['GET', () => '/transform/v1/jobs/summary?tag=none'],
    ['GET', () => '/access/v1/workspace'],
    ['PATCH', () => '/access/v1/workspace', () => ({ name: 'Facturas del Norte' })],
    ['GET', () => '/access/v1/api-keys'],
    ['GET', () => '/access/v1/apps'],
    ['GET', () => '/access/v1/apps/gov-ar'],
    ['PUT', () => '/access/v1/apps/gov-ar'],
    ['PATCH', () => '/access/v1/apps/gov-ar', () => ({ alias_prefix: 'x' })],
    ['DELETE', () => '/access/v1/apps/gov-ar'],
    ['GET', () => '/transform/v1/workflows'],
    ['GET', ({ workflow }) => `/transform/v1/workflows/${workflow}`],
    ['POST', () => '/transform/v1/workflows', () => ({ template: 'ar-supplier-registration' })],
    ['GET', () => '/transform/v1/jobs'],
    ['GET', ({ job }) => `/transform/v1/jobs/${job}`],
    [
      'POST',
      () => '/transform/v1/jobs',
      ({ entry, workflow }) => ({ silo_entry_id: entry, workflow_id: workflow }),
    ],
    [
      'PUT',
      ({ job }) => `/transform/v1/jobs/${job}`,
      ({ entry, workflow }) => ({ silo_entry_id: entry, workflow_id: workflow }),
    ],
    ['GET', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/csr`],
    ['POST', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/certificate`, () => ({ certificate: 'x' })],
    ['POST', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/confirm`],
    ['GET', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/registration`],
    ['GET', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/link`],
    ['POST', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/link`, () => ({})],
    ['PATCH', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/link`, () => ({})],
    ['DELETE', ({ entry }) => `/apps/gov-ar/v1/entry/${entry}/link`],
  ];
  let origin: string;
  beforeAll(() => {
    origin = server().alta.origin;
  });

  describe.each(['none', 'nonsense', 'revoked', 'expired'] as const)('with %s as the API key', (kind) => {
    test('every route answers 401 with a problem body', async () => {
      const keys = { none: undefined, nonsense: 'alta_live_nonsense', ...server().seeded.keys };
      const call = apiClient(origin, keys[kind]);
      for (const [method, path, body] of routes) {
        const answer = await call(method, path(server().seeded), body?.(server().seeded));
        expect([method, path(server().seeded), answer.status]).toEqual([method, path(server().seeded), 401]);
        expect(answer.body).toMatchObject({ key: 'unauthorised', request_id: expect.any(String) });
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    });
  });

  test('with a key of another workspace nothing of this one is seen or changed', async () => {
    const call = apiClient(origin, server().seeded.keys.stranger);
    const { entry, workflow, job } = server().seeded;
    for (const [method, path, body] of routes) {
      const answer = await call(method, path(server().seeded), body?.(server().seeded));
      const shown = JSON.stringify(answer.body);
      const asked = path(server().seeded);
      const names = [entry, workflow, job].filter((id) => shown.replaceAll(asked, '').includes(id));
      expect([asked, answer.status < 500, names]).toEqual([asked, true, []]);
      if (asked.includes(entry) || asked.includes(workflow) || asked.includes(job)) {
        expect([404, 409, 422]).toContain(answer.status);
      }
    }
    const mine = apiClient(origin, server().seeded.keys.owner);
    expect((await mine('GET', `/silo/v1/entries/${entry}`)).body.snippet.name).toContain('Tornillo');
  });

  test('an unknown path of the API is a problem too', async () => {
    const call = apiClient(origin, server().seeded.keys.owner);
    const answer = await call('GET', '/silo/v9/entries');
    expect(answer).toMatchObject({ status: 404, body: { key: 'not-found' } });
  });
});
