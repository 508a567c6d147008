import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { entries } from '#app/api/silo/v1/entries.ts';
import { jobs } from '#app/api/transform/v1/jobs.ts';
import { utilities } from '#app/api/utils/v1/_service.ts';
import { GET as visit } from '#app/reg/[ref]/route.tsx';
import { createJob } from '#lib/workflows/jobs.ts';
import { withNewDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { callRoute } from '#tests/support/route-client.ts';
import {
  newApiKey,
  newRegistrationWorkflow,
  newSupplier,
  newWorkspace,
  supplierCuit,
} from '#tests/support/workspace.ts';

/** What each costs the database, `begin` and `commit` among them. One that needs more has to say why here. */
const statements = {
  'GET ping': 1,
  'POST entries': 5,
  'GET entries': 2,
  'GET an entry': 4,
  // A word that the newest entries have not, by the index, with room for its matches.
  'GET search': 6,
  // One has the remarks on the job's entry.
  'POST jobs': 10,
  'GET jobs': 2,
  // Here, too.
  'GET a job': 4,
  // The second reads the registration's key pairs.
  'GET the wizard’s first page': 2,
};

describe('the statements of a request', () => {
  withNewDatabase();
  let asks: Record<keyof typeof statements, () => Promise<{ status: number }>>;

  beforeAll(async () => {
    const ctx = await newWorkspace();
    const key = await newApiKey(ctx);
    const workflow = await newRegistrationWorkflow(ctx);
    const entry = await newSupplier(ctx);
    const job = await createJob(ctx, { workflowId: workflow.id, entryId: entry.id });
    const { ref } = await newRegistration(ctx);
    const data = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };
    const post = (body: object) => ({ method: 'POST', body });
    asks = {
      'GET ping': () => callRoute(utilities.ping, key),
      'POST entries': () => callRoute(entries.createEntry, key, post({ folder: 'suppliers', data })),
      'GET entries': () => callRoute(entries.listEntries, key),
      'GET an entry': () => callRoute(entries.fetchEntry, key, { params: { id: entry.id } }),
      'GET search': () => callRoute(entries.searchEntries, key, { query: '?q=tornillo' }),
      'POST jobs': () =>
        callRoute(jobs.createJob, key, post({ workflow_id: workflow.id, silo_entry_id: entry.id })),
      'GET jobs': () => callRoute(jobs.listJobs, key),
      'GET a job': () => callRoute(jobs.fetchJob, key, { params: { id: job.id } }),
      'GET the wizard’s first page': () =>
        visit(new Request(`http://alta.test/reg/${ref}`), { params: Promise.resolve({ ref }) }),
    };
  });

  test.each(Object.entries(statements))('%s: %i', async (what, expected) => {
    const ask = asks[what as keyof typeof statements];
    // The first notes down when the key was last used.
    await ask();
    const { status } = await counted(ask);
    expect({ isAnswered: status < 300, statements: count }).toEqual({
      isAnswered: true,
      statements: expected,
    });
  });
});

let count = 0;

async function counted<T>(work: () => Promise<T>): Promise<T> {
  const { query } = Client.prototype;
  count = 0;
  Client.prototype.query = function (this: Client, ...asked: unknown[]) {
    // The queue looks after itself meanwhile, on connections of its own, the application after the authority, and
    // what requests used of their limits goes by the clock.
    const isOurs = nameOf(this) === 'alta' && !/authority_status|rate_uses/.test(JSON.stringify(asked[0]));
    if (isOurs) count += 1;
    return Reflect.apply(query, this, asked);
  } as typeof query;
  try {
    return await work();
  } finally {
    Client.prototype.query = query;
  }
}

const nameOf = (client: Client) =>
  (client as Client & { connectionParameters: { application_name: string } }).connectionParameters
    .application_name;
