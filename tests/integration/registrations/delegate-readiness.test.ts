import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { listCandidates } from '#lib/registrations/delegation.ts';
import {
  checkDelegate,
  delegateReadiness,
  listActingDelegates,
} from '#lib/registrations/delegation-readiness.ts';
import { findTaxpayer } from '#lib/taxpayers.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegate } from '#tests/support/delegate.ts';
import { newDelegator, newPlatform } from '#tests/support/delegation.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const later = (minutes: number) => new Date(Date.now() + minutes * minuteMs);

onDatabase('the delegate of a workspace', () => {
  async function newScene({ clockMinutes = 0 } = {}) {
    await simulator.control.reset();
    await simulator.control.clock(clockMinutes * 60);
    const delegate = await newDelegate(simulator);
    const { ctx } = delegate;
    const statuses = async (now?: Date) =>
      Object.fromEntries(
        ((await delegateReadiness(ctx, now))?.services ?? []).map(({ service, status }) => [service, status]),
      );
    const logins = async () => (await simulator.control.stats()).sandbox.wsaa_requests;
    return { ...delegate, statuses, logins };
  }

  test('has the last login’s result for each service, without a new login', async () => {
    const { ctx, cuit, certificate, statuses, logins } = await newScene();
    const before = await logins();
    expect(await delegateReadiness(ctx)).toMatchObject({
      cuit,
      certificate: { alias: certificate.certificateAlias, notAfter: certificate.notAfter },
    });
    expect(await statuses()).toEqual({
      wsfe: 'authorised',
      wsfex: 'unasked',
      ws_sr_constancia_inscripcion: 'unasked',
      wsfecred: 'unasked',
    });
    expect(await logins()).toBe(before);
  });

  test('is checked by a login for each service, which shows the authorization of an optional one', async () => {
    const { ctx, authorise, statuses } = await newScene();
    const { readiness } = await checkDelegate(ctx);
    const none = {
      wsfe: 'authorised',
      wsfex: 'not-authorised',
      ws_sr_constancia_inscripcion: 'not-authorised',
      wsfecred: 'not-authorised',
    };
    expect(await statuses()).toEqual(none);
    const needed = readiness.services.filter(({ isOptional }) => !isOptional);
    expect(needed.map(({ service }) => service)).toEqual(['wsfe']);
    await authorise();
    const soon = await checkDelegate(ctx);
    expect(soon.askAgainAt).toBeInstanceOf(Date);
    expect(await statuses()).toEqual(none);
    await simulator.control.clock(2 * 60);
    expect((await checkDelegate(ctx, later(2))).askAgainAt).toBeUndefined();
    expect(await statuses()).toEqual({ ...none, ws_sr_constancia_inscripcion: 'authorised' });
    expect((await findTaxpayer(ctx, newCuit('30'), { now: later(3) })).kind).toBe('found');
  });

  test('is reported as authorized for another CUIT', async () => {
    // Between two logins are more than the authority's ten minutes, by clocks that it still takes.
    const { ctx, authorise, statuses } = await newScene({ clockMinutes: -6 });
    await authorise(newCuit('30'));
    await checkDelegate(ctx);
    expect((await statuses()).ws_sr_constancia_inscripcion).toBe('other-cuit');
    await authorise();
    expect((await checkDelegate(ctx, later(4))).askAgainAt).toBeInstanceOf(Date);
    await simulator.control.clock(5 * 60);
    await checkDelegate(ctx, later(11));
    expect((await statuses()).ws_sr_constancia_inscripcion).toBe('authorised');
  });

  test('has an unknown status while the authority is away, and can be checked again a minute later', async () => {
    const { ctx, statuses } = await newScene();
    await simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'http-503', count: -1 });
    await checkDelegate(ctx);
    expect((await statuses()).ws_sr_constancia_inscripcion).toBe('unknown');
    const { askAgainAt } = await checkDelegate(ctx);
    expect(askAgainAt?.getTime()).toBeLessThanOrEqual(Date.now() + minuteMs);
    expect(askAgainAt?.getTime()).toBeGreaterThan(Date.now());
  });

  test('is not checked without a valid certificate or without a name', async () => {
    const { ctx, certificate } = await newScene();
    await expect(checkDelegate(await newWorkspace())).rejects.toMatchObject({ code: 'no-delegate' });
    const end = certificate.notAfter ?? new Date();
    await expect(checkDelegate(ctx, end)).rejects.toMatchObject({ code: 'not-registered' });
    expect(await delegateReadiness(ctx, end)).toMatchObject({ certificate: undefined, services: [] });
  });

  test('is chosen from suppliers registered with their own certificate', async () => {
    await simulator.control.reset();
    const { ctx, entryId, cuit } = await newPlatform(simulator);
    await newDelegator(ctx);
    expect(await listCandidates(ctx)).toEqual([{ entryId, name: 'Talleres Río S.A.', cuit }]);
    expect(await listCandidates(ctx, { q: 'tall' })).toHaveLength(1);
    expect(await listCandidates(ctx, { q: 'espiga' })).toEqual([]);
    expect(await listCandidates(await newWorkspace('live'))).toEqual([]);
  });

  test('keeps its count of suppliers after another is named, and is in trouble near its certificate’s end', async () => {
    await simulator.control.reset();
    const { ctx, entryId } = await newPlatform(simulator);
    for (const _ of ['one', 'another']) await (await newDelegator(ctx)).claim();
    expect(await listActingDelegates(ctx)).toMatchObject([
      { entryId, suppliers: 2, isCurrentDelegate: true, trouble: undefined },
    ]);
    await changeAppSettings(ctx, 'gov-ar', { delegate: null });
    const notAfter = new Date(Date.now() + 61 * dayMs);
    await database().update(certificates).set({ notAfter }).where(eq(certificates.entryId, entryId));
    const troubleIn = async (days: number) =>
      (await listActingDelegates(ctx, new Date(Date.now() + days * dayMs)))[0]?.trouble;
    expect([await troubleIn(0), await troubleIn(2), await troubleIn(62)]).toEqual([
      undefined,
      'ends-soon',
      'does-not-sign',
    ]);
    expect(await listActingDelegates(ctx)).toMatchObject([
      { entryId, name: 'Talleres Río S.A.', isCurrentDelegate: false },
    ]);
  });
});
