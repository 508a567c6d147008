import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { pointsOfSaleOf } from '#lib/registrations/check-points-of-sale.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { lookAtAuthority, requestLook } from '#lib/registrations/prove.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);

onDatabase('a page that waits for the authority', () => {
  /** A supplier whose certificate is good, and who has not authorized it. */
  async function unauthorised() {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const supplier = await supplierOf(ctx, simulator, entryId);
    await supplier.upload(await supplier.issue());
    await supplier.prove();
    return { ctx, entryId, supplier };
  }

  const read = (ctx: Context, entryId: string) => fetchRegistration(ctx, entryId);

  /** What a page asks for, and the look itself as a worker makes it. */
  async function look(ctx: Context, entryId: string, seconds: number) {
    const registration = await read(ctx, entryId);
    const said = await requestLook(ctx, registration, inSeconds(seconds));
    if (said === 'looking') {
      await emptyQueueOf(registration.id);
      await lookAtAuthority({ registrationId: registration.id });
    }
    return said;
  }

  const emptyQueueOf = (id: string) =>
    database().execute(
      sql`delete from pgboss.job where name like 'registration-look.%' and data ->> 'registrationId' = ${id}`,
    );
  const actionsOf = async (id: string) =>
    (
      await database().select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.position)
    ).map(({ action }) => action);
  const rowOf = async (entryId: string) => {
    const [row] = await database().select().from(registrations).where(eq(registrations.entryId, entryId));
    if (!row) throw new Error('there is no registration');
    return row;
  };

  test('shows the authorization soon after it was given, without a request', async () => {
    const { ctx, entryId, supplier } = await unauthorised();
    await supplier.authorise();
    expect(await look(ctx, entryId, 11)).toBe('looking');
    expect(await read(ctx, entryId)).toMatchObject({ state: 'completed' });
    expect(await look(ctx, entryId, 60)).toBe('not-now');
  });

  test('asks once in ten seconds, for any number of pages', async () => {
    const { ctx, entryId } = await unauthorised();
    const registration = await read(ctx, entryId);
    expect(await requestLook(ctx, registration, inSeconds(5))).toBe('not-now');
    const said = await Promise.all(
      Array.from({ length: 5 }, () => requestLook(ctx, registration, inSeconds(11))),
    );
    expect(said.filter((each) => each === 'looking')).toHaveLength(1);
    // The one that was asked for has not been made yet.
    expect(await requestLook(ctx, registration, inSeconds(30))).toBe('not-now');
    await emptyQueueOf(registration.id);
    expect(await requestLook(ctx, registration, inSeconds(30))).toBe('looking');
  });

  test('changes nothing when the authority’s answer is the same or missing', async () => {
    const { ctx, entryId } = await unauthorised();
    const { updatedAt: _, ...before } = await rowOf(entryId);
    const actions = await actionsOf(before.id);
    const { wsaa_requests: asked } = (await simulator.control.stats()).sandbox;
    await look(ctx, entryId, 11);
    await simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'http-503', count: 1 });
    await look(ctx, entryId, 22);
    expect((await simulator.control.stats()).sandbox.wsaa_requests).toBe(asked + 2);
    expect(await rowOf(entryId)).toMatchObject(before);
    expect(await actionsOf(before.id)).toEqual(actions);
  });

  test('takes a different answer, and starts a new schedule', async () => {
    const { ctx, entryId, supplier } = await unauthorised();
    const before = await rowOf(entryId);
    await simulator.authorise('sandbox', {
      cuit: '27123456780',
      alias: supplier.request.alias,
      represented_cuit: '33693450239',
    });
    await look(ctx, entryId, 11);
    const after = await rowOf(entryId);
    expect(after).toMatchObject({
      proofStatus: 'retrying',
      proofAttempts: 1,
      lastRejection: { reason: 'cuit-not-represented' },
    });
    expect(after.proofRound).toBe(before.proofRound + 1);
    // The ticket holds what it represents for a while: asking every few seconds would change nothing.
    expect(await look(ctx, entryId, 60)).toBe('not-now');
    expect(await look(ctx, entryId, 121)).toBe('looking');
  });

  test('asks also after the schedule has ended', async () => {
    const { ctx, entryId, supplier } = await unauthorised();
    await database()
      .update(registrations)
      .set({ proofStatus: 'settled', nextProofAt: null, proofGivenUpAt: new Date() })
      .where(eq(registrations.entryId, entryId));
    await supplier.authorise();
    await look(ctx, entryId, 11);
    expect(await read(ctx, entryId)).toMatchObject({ state: 'completed', proof: { givenUpAt: undefined } });
  });

  test('asks nothing before there is a certificate, nor during a login', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    expect(await look(ctx, entryId, 60)).toBe('not-now');
    const waiting = await unauthorised();
    const registration = await read(waiting.ctx, waiting.entryId);
    await database()
      .update(registrations)
      .set({ proofStatus: 'running' })
      .where(eq(registrations.id, registration.id));
    expect(await requestLook(waiting.ctx, registration, inSeconds(60))).toBe('not-now');
  });

  test('shows a live supplier’s new point of sale soon, and then stops asking', async () => {
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    await add(4);
    expect(await look(ctx, entryId, 11)).toBe('looking');
    expect((await pointsOfSaleOf(ctx, entryId)).list).toMatchObject([{ number: 4, usable: true }]);
    expect(await look(ctx, entryId, 60)).toBe('not-now');
  });
});
