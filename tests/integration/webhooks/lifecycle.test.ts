import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { apps } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { revokeRegistration } from '#lib/registrations/create.ts';
import { notifyExpiredLink } from '#lib/registrations/expiry.ts';
import { findByRef, newestRegistration } from '#lib/registrations/find.ts';
import { requestNewLink } from '#lib/registrations/link.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { changeEndpoint, createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { everyEvent, type LifecycleEvent, lifecycleEvents } from '#lib/webhooks/events.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { messageFaults } from '#tests/support/messages.ts';
import { allowReceivers, type Received, type Receiver } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import {
  newRegistrationWorkflow,
  newSupplier,
  newWorkspace,
  supplierCuit,
} from '#tests/support/workspace.ts';
import { after, deliveriesOf, handleOf, newJobOf, newReceiver, setState } from './scene.ts';

allowReceivers();

const day = 86_400;
const simulator = await simulatorOfWorker();
beforeEach(() => simulator.control.reset());

onDatabase('subscribers to a workspace’s events', () => {
  /**
   * An endpoint for each event alone, one for all, one that is disabled and one of another workspace; `told` delivers
   * what there is and gives the names of the events that the one for all has had.
   */
  async function listen() {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const foreign = await newWorkspace();
    const subscribe = (to: Context, path: string, events: string[]) =>
      createEndpoint(to, EndpointInput.parse({ url: `${receiver.url}${path}`, events }));
    for (const event of lifecycleEvents) await subscribe(ctx, `/only/${event}`, [event]);
    await subscribe(ctx, '/all', [everyEvent]);
    await changeEndpoint(ctx, (await subscribe(ctx, '/disabled', [everyEvent])).id, { disabled: true });
    await subscribe(foreign, '/foreign', [everyEvent]);
    async function told(): Promise<LifecycleEvent[]> {
      for (const each of [ctx, foreign]) {
        for (const { id } of await deliveriesOf(each)) await handleOf(each, id).attempt();
      }
      expectEachAtItsPlace(receiver);
      const all = at(receiver, '/all').map(({ json }) => json);
      for (const json of all) expect(messageFaults(json)).toEqual([]);
      return all.map(({ event }) => event);
    }
    return { ctx, receiver, told };
  }

  const at = ({ requests }: Receiver, path: string): Received[] =>
    requests.filter((request) => request.path === path);

  /** What `/all` was told, the endpoint of that event was told as well, and nobody else anything. */
  function expectEachAtItsPlace(receiver: Receiver): void {
    const all = at(receiver, '/all');
    const telling = (requests: Received[]) =>
      requests.map(({ json }) => ({ ...json, id: '', created_at: '' }));
    for (const event of lifecycleEvents) {
      const own = all.filter(({ json }) => json.event === event);
      expect(telling(at(receiver, `/only/${event}`))).toEqual(telling(own));
    }
    expect(receiver.requests).toHaveLength(2 * all.length);
    expect(new Set(receiver.requests.map(({ json }) => json.id)).size).toBe(receiver.requests.length);
  }

  test('get each step of a registration once, without secrets', async () => {
    const { ctx, receiver, told } = await listen();
    const { entryId, ref } = await newRegistration(ctx);
    const supplier = await supplierOf(ctx, simulator, entryId);
    const issued = await supplier.issue();
    await supplier.upload('hello');
    await supplier.upload(issued);
    // An authority that is away is no news.
    await simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'html', count: 1 });
    await supplier.prove();
    // Nor is a certificate that nobody has said is authorized.
    await supplier.prove();
    await supplier.claim();
    await supplier.prove();
    await supplier.prove();
    await supplier.authorise();
    await supplier.prove();
    expect(await told()).toEqual([
      'registration.created',
      'registration.certificate_rejected',
      'registration.certificate_received',
      'registration.certificate_rejected',
      'registration.certificate_rejected',
      'registration.completed',
    ]);
    const all = at(receiver, '/all').map(({ json }) => json);
    const [certificate] = await database()
      .select()
      .from(certificates)
      .where(eq(certificates.entryId, entryId));
    const own = { registration_id: supplier.registrationId, intent: 'register' };
    expect(all.map(({ data }) => data)).toEqual([
      own,
      { ...own, reason: 'not-a-certificate' },
      { ...own, fingerprint: certificate?.fingerprint },
      { ...own, reason: 'not-authorised' },
      { ...own, reason: 'not-authorised' },
      { ...own, certificate_id: certificate?.id },
    ]);
    for (const message of all) {
      expect(message).toMatchObject({
        owner_id: ctx.workspace.id,
        siloEntryId: entryId,
        silo_entry_id: entryId,
        args: {},
        faults: [],
      });
    }

    const [link] = await listMeta(ctx, entryId);
    expect(link).toMatchObject({ ref, link: { url: expect.stringContaining(ref) } });
    const { alias, csr } = supplier.request;
    const texts = receiver.requests.map(({ body, headers }) => body.toString() + JSON.stringify(headers));
    for (const text of texts) {
      for (const secret of [ref, '/reg/', alias, csr, issued, 'BEGIN', supplierCuit]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  test('get a link’s expiry once for each term, and its holder’s request for a new one', async () => {
    const { ctx, told } = await listen();
    const { entryId, ref } = await newRegistration(ctx);
    const [link] = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
    if (!link) throw new Error('there is no link');
    await notifyExpiredLink(link.id, after(link.expiresAt, -1));
    expect(await told()).toEqual(['registration.created']);
    await Promise.all([1, 2, 3].map(() => notifyExpiredLink(link.id, after(link.expiresAt, 1))));
    expect(await told()).toEqual(['registration.created', 'registration.expired']);

    const found = await findByRef(ref, after(link.expiresAt, 1));
    if (found.kind !== 'expired') throw new Error(`it is ${found.kind}`);
    await requestNewLink(found.ctx, found.linkId);
    await requestNewLink(found.ctx, found.linkId);
    const before = ['registration.created', 'registration.expired', 'registration.link_requested'];
    expect(await told()).toEqual(before);

    const workflow = await newRegistrationWorkflow(ctx);
    const job = await createJob(ctx, { workflowId: workflow.id, entryId });
    await advanceJob(job.id, () => after(link.expiresAt, 2));
    await notifyExpiredLink(link.id, after(link.expiresAt, 3));
    expect(await told()).toEqual(before);
    await notifyExpiredLink(link.id, after(link.expiresAt, 31 * day));
    expect(await told()).toEqual([...before, 'registration.expired']);
  });

  test('get no expiry after the registration was completed or revoked', async () => {
    const { ctx, told } = await listen();
    const completed = await newRegistration(ctx);
    await (await supplierOf(ctx, simulator, completed.entryId)).register();
    const revoked = await newRegistration(ctx);
    const registration = await newestRegistration(ctx, revoked.entryId);
    await revoke(ctx, registration?.id);
    await revoke(ctx, registration?.id);
    const links = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
    expect(links).toHaveLength(2);
    for (const { id, expiresAt } of links) {
      await notifyExpiredLink(id, after(expiresAt, day));
    }
    const events = await told();
    expect(events).not.toContain('registration.expired');
    expect(events.filter((event) => event === 'registration.revoked')).toHaveLength(1);
  });

  test('get a job’s failure with its reason, and nothing about a job that succeeded', async () => {
    const { ctx, receiver, told } = await listen();
    await advanceJob((await newJobOf(ctx, [setState('completed')])).job);
    expect(await told()).toEqual([]);
    const workflowId = (await newRegistrationWorkflow(ctx)).id;
    const entryId = (await newSupplier(ctx)).id;
    await database().delete(apps).where(eq(apps.workspaceId, ctx.workspace.id));
    const job = await createJob(ctx, { workflowId, entryId, key: 'K-7', args: { batch: '3' } });
    await Promise.all([1, 2, 3].map(() => advanceJob(job.id)));
    expect(await told()).toEqual(['job.failed']);
    expect(at(receiver, '/all')[0]?.json).toMatchObject({
      siloEntryId: entryId,
      silo_entry_id: entryId,
      transform_job_id: job.id,
      key: 'K-7',
      args: { batch: '3' },
      faults: [{ provider: 'gov-ar', code: 'app-not-connected' }],
    });
  });
});

const revoke = (ctx: Context, id = '') => database().transaction((tx) => revokeRegistration(tx, ctx, id));
