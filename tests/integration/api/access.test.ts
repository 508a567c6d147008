import { beforeAll, describe, expect, test } from 'vitest';
import { FileUpload, fileUpload } from '#app/api/silo/v1/_wire/file.ts';
import { createApiKey, revokeApiKey } from '#lib/accounts/api-keys.ts';
import { createBatch } from '#lib/batches/batches.ts';
import { openApiOf } from '#lib/http/openapi.ts';
import { scopes } from '#lib/scopes.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { uploadFile } from '#lib/silo/files.ts';
import { createEndpoint } from '#lib/webhooks/endpoints.ts';
import { addSecret } from '#lib/webhooks/secrets.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { operationsOf, type Requested } from '#tests/support/contract-requests.ts';
import { services } from '#tests/support/services.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const supplier = { data: { name: 'Tornillo S.A.', tax_id: { country: 'AR', code: '30123456781' } } };
const file = { name: 'a.txt', mime: 'text/plain', data: Buffer.from('a').toString('base64') };
// Nobody listens there: the deliveries to it stay on their way.
const endpoint = { url: 'https://receiver.invalid/alta', events: ['*' as const], description: '' };

const archival = (entry: string) => ({ key: 'a', data: { silo_entry_id: entry } });

/** A workspace with one of everything, and the keys that must not get at it. */
async function seed() {
  const owner = await newWorkspace();
  const stranger = await newWorkspace();
  const entry = await createEntry(owner, { folder: 'suppliers', key: 'their-entry', ...supplier });
  const template = 'ar-supplier-registration';
  const workflow = (await createWorkflow(owner, { template, key: 'their-workflow' })).id;
  const subscribed = await createEndpoint(owner, endpoint);
  const { listed: secret } = await addSecret(owner);
  const attached = await uploadFile(owner, entry.id, fileUpload(FileUpload.parse(file)));
  const job = await createJob(owner, { workflowId: workflow, entryId: entry.id, key: 'their-job' });
  const spare = await createEntry(owner, { folder: 'suppliers', ...supplier });
  const batch = await createBatch(owner, { operation: 'archive', rows: [archival(spare.id)] });
  const revoked = await createApiKey(owner, { name: 'revoked' });
  await revokeApiKey(owner, revoked.id);
  const expired = await createApiKey(owner, { name: 'expired', expiresAt: new Date(0) });
  const elsewhere = await createApiKey(owner, { name: 'elsewhere', allowedAddresses: ['192.0.2.0/24'] });
  const lacking = await Promise.all(
    scopes.map(async (scope) => {
      const others = scopes.filter((each) => each !== scope);
      return [scope, (await createApiKey(owner, { name: scope, scopes: others })).token] as const;
    }),
  );
  return {
    ids: {
      entry: entry.id,
      workflow,
      endpoint: subscribed.id,
      secret: secret.id,
      file: attached.id,
      job: job.id,
      batch: batch.id,
    },
    keys: {
      owner: await newApiKey(owner),
      stranger: await newApiKey(stranger),
      revoked: revoked.token,
      expired: expired.token,
      elsewhere: elsewhere.token,
    },
    lacking: Object.fromEntries(lacking) as Record<string, string>,
  };
}
type Ids = Awaited<ReturnType<typeof seed>>['ids'] & { delivery: string };

/** Every operation of every contract: one that is new is in here by itself. */
const operations = services.flatMap((each) => operationsOf(openApiOf(each)));

/** The parameter that comes after this part of a path. */
const parameters: [after: string, value: (ids: Ids) => string][] = [
  ['/entries/key/', () => 'their-entry'],
  ['/jobs/key/', () => 'their-job'],
  ['/workflows/key/', () => 'their-workflow'],
  ['/files/', ({ file }) => file],
  ['/entries/', ({ entry }) => entry],
  ['/gov-ar/v1/entry/', ({ entry }) => entry],
  ['/versions/', () => '1'],
  ['/states/', () => '2026-01-02T03:04:05.678Z'],
  ['/links/', () => '0193f1c2-8a04-7c11-9d53-2f6a1be07c44'],
  ['/workflows/', ({ workflow }) => workflow],
  ['/jobs/', ({ job }) => job],
  ['/batches/', ({ batch }) => batch],
  ['/endpoints/', ({ endpoint }) => endpoint],
  ['/secrets/', ({ secret }) => secret],
  ['/deliveries/', ({ delivery }) => delivery],
  ['/apps/', () => 'gov-ar'],
  ['/taxpayers/', () => '30712345671'],
];

function addressOf({ template, parameters: named }: Requested, ids: Ids): string {
  let path = template.replace(/^\/api/, '');
  while (path.includes('{')) {
    const before = path.slice(0, path.indexOf('{'));
    const known = parameters.find(([after]) => before.endsWith(after));
    if (!known) throw new Error(`What comes after ${before} is to be named here.`);
    path = path.replace(/\{\w+\}/, known[1](ids));
  }
  const required = named.filter((each) => each.in === 'query' && each.required);
  return required.length ? `${path}?${required.map(({ name }) => `${name}=tornillo`).join('&')}` : path;
}

/** Good bodies, so that what is refused is refused for who asks. */
const bodies: [route: RegExp, body: (ids: Ids) => unknown][] = [
  [/^PATCH .*\/entries\/\{id\}$/, () => supplier],
  [/\/entries$|\/entries\/\{id\}$|gobl\/build$/, () => supplier],
  [/\/erasure$/, () => ({ confirm: 'Another' })],
  [/\/states(\/\{at\})?$/, () => ({ key: 'void' })],
  [/gobl\/correct$/, () => ({ ...supplier, options: { credit: true } })],
  [/\/files/, () => file],
  [/\/mails$/, () => ({ to: 'ana@example.com' })],
  [/\/invoice-mail$/, () => ({ automatic: true })],
  [/\/jobs(\/\{id\})?$/, ({ entry, workflow }) => ({ silo_entry_id: entry, workflow_id: workflow })],
  [/\/batches$/, ({ entry }) => ({ operation: 'archive', rows: [archival(entry)] })],
  [/^PATCH .*\/workflows/, () => ({ disabled: true })],
  [/\/workflows/, () => ({ template: 'ar-supplier-registration' })],
  [/\/redeliver$/, () => ({ since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' })],
  [/^PATCH .*\/endpoints/, () => ({ disabled: true })],
  [/\/endpoints$/, () => endpoint],
  [/\/skip$/, () => ({ reason: 'ours' })],
  [/\/test$/, () => ({ event: 'ping' })],
  [/^PATCH .*\/workspace$/, () => ({ name: 'Facturas del Norte' })],
  [/^PATCH .*\/apps/, () => ({ alias_prefix: 'x' })],
  [/\/certificate$/, () => ({ certificate: 'x' })],
  [/\/links$/, () => ({ name: 'Marta', whatsapp: '11 2345-6789' })],
  [/\/simulate$/, () => ({ event: 'authority-down', seconds: 0 })],
  [/\/link$|\/secrets(\/rotate)?$/, () => ({})],
];

function bodyOf({ method, template, body }: Requested, ids: Ids): unknown {
  if (!body) return undefined;
  const known = bodies.find(([route]) => route.test(`${method} ${template}`));
  if (!known) throw new Error(`${method} ${template} is to have a body here.`);
  return known[1](ids);
}

onServer('access', { seed }, (server) => {
  let origin: string;
  let ids: Ids;
  beforeAll(async () => {
    origin = server().alta.origin;
    const { keys, ids: seeded } = server().seeded;
    const mine = apiClient(origin, keys.owner);
    // Until the job waits for the supplier: from then on nothing of the owner's moves by itself.
    await eventually(
      async () => (await mine('GET', `/transform/v1/jobs/${seeded.job}`)).body,
      ({ waiting }) => waiting !== undefined,
    );
    await eventually(
      async () => (await mine('GET', `/transform/v1/batches/${seeded.batch}`)).body,
      ({ status }) => status === 'completed',
    );
    const { body } = await mine('GET', '/transform/v1/webhooks/deliveries?limit=1');
    ids = { ...seeded, delivery: body.list[0].id };
  });

  describe.each(['none', 'nonsense', 'revoked', 'expired'] as const)('with %s as the API key', (kind) => {
    test('every route answers 401 with a problem body', async () => {
      const keys = { none: undefined, nonsense: 'alta_live_nonsense', ...server().seeded.keys };
      const call = apiClient(origin, keys[kind]);
      expect(operations.length).toBeGreaterThan(60);
      for (const operation of operations) {
        const [{ method }, address] = [operation, addressOf(operation, ids)];
        const answer = await call(method, address, bodyOf(operation, ids));
        expect([method, address, answer.status]).toEqual([method, address, 401]);
        expect(answer.body).toMatchObject({ key: 'unauthorised', request_id: expect.any(String) });
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    });
  });

  test('every route answers 403 from an address that the key does not allow', async () => {
    const call = apiClient(origin, server().seeded.keys.elsewhere);
    for (const operation of operations) {
      const [{ method }, address] = [operation, addressOf(operation, ids)];
      const { status, body } = await call(method, address, bodyOf(operation, ids));
      expect([method, address, status, body.code]).toEqual([method, address, 403, 'address-not-allowed']);
    }
  });

  test('every route answers 403 to a key without its scope, and names the scope', async () => {
    const free: string[] = [];
    for (const operation of operations) {
      const [{ method, scope = '' }, address] = [operation, addressOf(operation, ids)];
      const lacking = server().seeded.lacking[scope];
      if (!lacking) free.push(address);
      else {
        const call = apiClient(origin, lacking);
        const { status, body } = await call(method, address, bodyOf(operation, ids));
        expect([method, address, status, body.code]).toEqual([method, address, 403, 'scope-missing']);
        expect(body.message).toContain(scope);
      }
    }
    expect(free).toEqual(['/utils/v1/ping', '/utils/v1/uuid']);
  });

  test('a batch needs the scope of its operation', async () => {
    const call = apiClient(origin, server().seeded.lacking['silo:write']);
    const asked = { operation: 'archive', rows: [archival(ids.entry)] };
    const { status, body } = await call('POST', '/transform/v1/batches', asked);
    expect([status, body.code]).toEqual([403, 'scope-missing']);
  });

  test('a key of another workspace can neither see nor change anything of this one', async () => {
    const { keys } = server().seeded;
    const [call, mine] = [apiClient(origin, keys.stranger), apiClient(origin, keys.owner)];
    const reading = operations.filter(({ method }) => method === 'GET');
    const everything = async () =>
      Promise.all(
        // The deliveries go on being tried, that a key is used is noted, the authority answers or not, and its register
        // is asked by nobody here. That a supplier's data is downloaded is on record, no UUID is made twice, and
        // the link to a file counts its days from now.
        reading
          .filter(
            ({ template }) =>
              !/deliveries|api-keys|authority|taxpayers|export|uuid|files.*link$/.test(template),
          )
          .map(async (each) => {
            const address = addressOf(each, ids);
            const { status, body } = await mine('GET', address);
            // The address of a file is signed anew each time, and each answer has an id.
            const kept = JSON.stringify(body).replace(
              /\?expires=\d+&signature=\w+|"request_id":"[^"]+"/g,
              '',
            );
            return { address, status, body: kept };
          }),
      );
    const before = await everything();
    for (const operation of operations) {
      const [{ method }, address] = [operation, addressOf(operation, ids)];
      const answer = await call(method, address, bodyOf(operation, ids));
      const shown = JSON.stringify(answer.body).replaceAll(address, '');
      const names = Object.values(ids).filter((id) => shown.includes(id));
      expect([method, address, answer.status < 500, names]).toEqual([method, address, true, []]);
      if ([...Object.values(ids), 'their-'].some((id) => address.includes(id))) {
        expect([method, address, [404, 409, 422].includes(answer.status)]).toEqual([method, address, true]);
      }
    }
    expect(await everything()).toEqual(before);
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  });

  test('an unknown path gets a problem body', async () => {
    const call = apiClient(origin, server().seeded.keys.owner);
    const answer = await call('GET', '/silo/v9/entries');
    expect(answer).toMatchObject({ status: 404, body: { key: 'not-found' } });
  });
});
