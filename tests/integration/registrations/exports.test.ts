import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pointsOfSaleResponse } from '#app/api/apps/gov-ar/v1/_wire/points-of-sale.ts';
import { registrationResponse } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { activeCertificate } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { delegations, pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { renderFault } from '#lib/faults.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import {
  checkPointsOfSale,
  pointsOfSaleOf,
  usablePointOfSale,
} from '#lib/registrations/check-points-of-sale.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { verifyDelegation } from '#lib/registrations/delegation.ts';
import { delegateReadiness } from '#lib/registrations/delegation-readiness.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { fetchRegistration, newestRegistration } from '#lib/registrations/find.ts';
import { servicesWithoutPoint } from '#lib/registrations/points-of-sale.ts';
import { proveRegistration, requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { confirmDetails } from '#lib/registrations/registration.ts';
import { createEntry, fetchEntry } from '#lib/silo/entries.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform } from '#tests/support/delegation.ts';
import { newInvoicing } from '#tests/support/issuer.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { servicesAbroad } from '../invoices/export-scene.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const both: InvoicingServiceId[] = ['wsfe', 'wsfex'];
const movedPoint = { service: 'wsfex', number: 5, system: 'E', blocked: false, usable: true } as const;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const askForExports = (ctx: Context) => changeAppSettings(ctx, 'gov-ar', AppChange.parse({ services: both }));

async function newSupplierEntry(ctx: Context, cuit = newCuit('30')) {
  const data = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } };
  return createEntry(ctx, { folder: 'suppliers', data });
}

async function openRegistration(
  ctx: Context,
  entryId: string,
  { now = new Date(), services }: { now?: Date; services?: InvoicingServiceId[] } = {},
): Promise<string> {
  const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), now, { services });
  if (created.kind !== 'created') return created.kind;
  return database().transaction((tx) => created.store(tx));
}

/** A platform whose own certificate is authorized for exports, so that suppliers can delegate them. */
async function newExportingPlatform() {
  await simulator.control.reset();
  const platform = await newPlatform(simulator);
  const { certificate } = await fetchRegistration(platform.ctx, platform.entryId);
  const own = { cuit: platform.cuit, alias: certificate?.alias ?? '', represented_cuit: platform.cuit };
  await simulator.authorise('live', { ...own, service: 'wsfex' });
  return platform;
}

/** A supplier in live whose registration asks for both services and has a certificate. */
async function newExporter() {
  await simulator.control.reset();
  const ctx = await newWorkspace('live');
  await askForExports(ctx);
  const cuit = newCuit('30');
  const { id: entryId } = await newSupplierEntry(ctx, cuit);
  await openRegistration(ctx, entryId);
  const read = () => fetchRegistration(ctx, entryId);
  const { alias, csr } = (await read()).request;
  const { certificate } = await simulator.issueCertificate('live', { cuit, alias, csr });
  await receiveCertificate(ctx, await read(), Buffer.from(certificate));
  const authorise = (service: InvoicingServiceId) =>
    simulator.authorise('live', { cuit, alias, represented_cuit: cuit, service });
  /** Requests the logins, and performs them like a worker. */
  const prove = async () => {
    await requestProof(ctx, await read());
    const row = await newestRegistration(ctx, entryId);
    if (row) await proveRegistration({ registrationId: row.id, round: row.proofRound });
    return read();
  };
  return {
    ctx,
    cuit,
    entryId,
    read,
    authorise,
    prove,
    /** Authorizes both services and completes the registration. */
    async register() {
      for (const service of both) await authorise(service);
      expect((await prove()).state).toBe('completed');
    },
    add: (number: number, system: 'RECE' | 'FEEWS') => simulator.addPointOfSale({ cuit, number, system }),
    /** The kind and reason of the answer for a number. */
    use: async (service: InvoicingServiceId, number: number) => {
      const { kind, ...more } = await usablePointOfSale(ctx, entryId, { service, number });
      return 'reason' in more ? more.reason : kind;
    },
  };
}

onDatabase('a registration that asks for exports', () => {
  test('is complete once both services accept the certificate, and the rejection names the one that does not', async () => {
    const { authorise, prove } = await newExporter();
    const rejected = (service: InvoicingServiceId) => ({
      state: 'certificate-received',
      lastRejection: { reason: 'not-authorised', detail: { service } },
    });
    expect(await prove()).toMatchObject(rejected('wsfe'));
    await authorise('wsfe');
    expect(await prove()).toMatchObject(rejected('wsfex'));
    await authorise('wsfex');
    expect(await prove()).toMatchObject({ state: 'completed', lastRejection: undefined });
  });

  test('with only the authorization for exports lacks the one for invoices', async () => {
    const { authorise, prove } = await newExporter();
    await authorise('wsfex');
    expect((await prove()).lastRejection).toMatchObject({ detail: { service: 'wsfe' } });
  });

  test('has the points of sale of both services, and lacks one until each has a usable one', async () => {
    const { ctx, entryId, read, register, add } = await newExporter();
    await register();
    const answer = async () => {
      const details = await findRegistrationDetails(ctx, entryId);
      return {
        lacking: servicesWithoutPoint(await read()),
        invoicing: details && registrationResponse(details).invoicing,
        isMarked: (await withoutPointOfSaleAmong(ctx, [{ id: entryId }])).has(entryId),
      };
    };
    expect(await answer()).toEqual({ lacking: both, invoicing: 'no-point-of-sale', isMarked: true });
    await add(4, 'RECE');
    await checkPointsOfSale(ctx, entryId);
    expect(await answer()).toEqual({ lacking: ['wsfex'], invoicing: 'no-point-of-sale', isMarked: true });
    const { how_to_register: howTo = [] } = pointsOfSaleResponse(
      await pointsOfSaleOf(ctx, entryId),
      'Río SA',
    );
    expect(howTo.map(({ system }) => system)).toEqual(['Comprobantes de Exportación - Web Services']);
    await add(6, 'FEEWS');
    const { list } = await checkPointsOfSale(ctx, entryId);
    expect(list).toMatchObject([
      { service: 'wsfe', number: 4, usable: true },
      { service: 'wsfex', number: 6, usable: true },
    ]);
    expect(await answer()).toEqual({ lacking: [], invoicing: 'ready', isMarked: false });
  });

  test('reads the list of one service while the other does not answer', async () => {
    const { ctx, entryId, read, register, add, use } = await newExporter();
    await register();
    await add(4, 'RECE');
    await add(6, 'FEEWS');
    const silence = { environment: 'live', target: 'wsfex', kind: 'http-503', count: 3 } as const;
    await simulator.control.faults(silence);
    await expect(checkPointsOfSale(ctx, entryId)).rejects.toMatchObject({ code: 'authority-unavailable' });
    expect((await read()).pointsOfSale).toMatchObject({
      unavailable: true,
      list: [{ service: 'wsfe', number: 4 }],
    });
    expect(await use('wsfe', 9)).toBe('missing');
    expect(await use('wsfex', 6)).toBe('unknown');
    await simulator.control.reset();
    expect(await use('wsfex', 6)).toBe('usable');
    expect((await read()).pointsOfSale).toMatchObject({ unavailable: false });
  });

  test('whose list for invoices was never read makes no export of an invoice at an unlisted point', async () => {
    const { ctx, cuit, entryId, register, add } = await newExporter();
    await simulator.addPointOfSale({ cuit, number: 6, system: 'FEEWS' });
    const silence = { environment: 'live', target: 'wsfe', kind: 'http-503', count: -1 } as const;
    await simulator.control.faults(silence);
    await register();
    await expect(checkPointsOfSale(ctx, entryId)).rejects.toMatchObject({ code: 'authority-unavailable' });
    const invoices = await newInvoicing(ctx, cuit);
    const { customer } = servicesAbroad();
    const tags = async (more = {}) => (await invoices.write({ customer, series: '4', ...more })).doc.$tags;
    expect(await tags()).toBeUndefined();
    await simulator.control.reset();
    await checkPointsOfSale(ctx, entryId);
    expect(await tags(servicesAbroad({ $tags: undefined, series: '4' }))).toEqual(['export']);
    await add(4, 'RECE');
    await checkPointsOfSale(ctx, entryId);
    expect(await tags()).toBeUndefined();
  });

  test('has a number for the service that can use it now, while the other does not answer', async () => {
    const { ctx, entryId, register, add, read } = await newExporter();
    await register();
    await database()
      .insert(pointsOfSale)
      .values({ ...movedPoint, entryId, readAt: new Date() });
    await add(movedPoint.number, 'RECE');
    const silence = { environment: 'live', target: 'wsfex', kind: 'http-503', count: -1 } as const;
    await simulator.control.faults(silence);
    await expect(checkPointsOfSale(ctx, entryId)).rejects.toMatchObject({ code: 'authority-unavailable' });
    expect((await read()).pointsOfSale.list).toMatchObject([{ service: 'wsfe', number: 5, usable: true }]);
    await simulator.control.reset();
  });

  test('that no longer asks for exports is proved at once, though their refusal was awaited', async () => {
    const { ctx, entryId, authorise, prove, read } = await newExporter();
    await authorise('wsfe');
    expect((await prove()).lastRejection).toMatchObject({ detail: { service: 'wsfex' } });
    await confirmDetails(ctx, await read(), { email: 'ana@rio.example', exports: false });
    const row = await newestRegistration(ctx, entryId);
    expect(row).toMatchObject({ services: ['wsfe'], proofStatus: 'running', lastRejection: null });
    if (row) await proveRegistration({ registrationId: row.id, round: row.proofRound });
    expect((await read()).state).toBe('completed');
  });

  test('that stops asking for exports during the login is not refused for them', async () => {
    const { ctx, entryId, authorise, read } = await newExporter();
    await authorise('wsfe');
    await requestProof(ctx, await read());
    const row = await newestRegistration(ctx, entryId);
    if (!row) throw new Error('there is no registration');
    const login = () => proveRegistration({ registrationId: row.id, round: row.proofRound });
    let running: Promise<void> | undefined;
    await database().transaction(async (tx) => {
      await tx
        .update(registrations)
        .set({ services: ['wsfe'] })
        .where(eq(registrations.id, row.id));
      running = login();
      await wait(1_500);
    });
    await running;
    expect(await read()).toMatchObject({ state: 'certificate-received', lastRejection: undefined });
    await login();
    expect((await read()).state).toBe('completed');
  });

  test('has each point of sale for the documents of its service only', async () => {
    const { ctx, cuit, register, add, use } = await newExporter();
    await register();
    await add(4, 'RECE');
    await add(6, 'FEEWS');
    expect(await use('wsfe', 6)).toBe('other-service');
    expect(await use('wsfex', 4)).toBe('other-service');
    expect(await use('wsfex', 9)).toBe('missing');
    expect(await use('wsfe', 4)).toBe('usable');
    expect(await use('wsfex', 6)).toBe('usable');
    const invoices = await newInvoicing(ctx, cuit);
    const jobWith = async (document: Record<string, unknown>) =>
      fetchJob(ctx, (await invoices.submit(document)).jobId);
    const refused = await jobWith({ series: '6' });
    expect(refused).toMatchObject({
      status: 'KO',
      faults: [{ code: 'point-of-sale-unusable', params: { why: 'other-service', usable: [4] } }],
    });
    const refusedExport = await jobWith(servicesAbroad({ series: '4' }));
    expect(refusedExport).toMatchObject({
      status: 'KO',
      faults: [{ code: 'point-of-sale-unusable', params: { why: 'export-other-service', usable: [6] } }],
    });
    for (const fault of [...refused.faults, ...refusedExport.faults])
      expect(renderFault(fault, 'en').text).toMatch(/exports/);
    expect((await jobWith({ series: '4' })).status).not.toBe('KO');
    expect((await jobWith(servicesAbroad({ series: '6' }))).status).not.toBe('KO');
  });

  test('keeps both services when it is renewed, whatever the workspace asks for by then', async () => {
    const { ctx, entryId, register } = await newExporter();
    await register();
    await changeAppSettings(ctx, 'gov-ar', { services: null });
    const { notAfter } = (await activeCertificate(ctx, entryId)) ?? {};
    const now = new Date((notAfter?.getTime() ?? 0) - 30 * dayMs);
    expect(await openRegistration(ctx, entryId, { now })).toBe('created');
    expect(await newestRegistration(ctx, entryId)).toMatchObject({ intent: 'renew', services: both });
    expect(await openRegistration(ctx, entryId, { now, services: ['wsfe'] })).toBe('already-there');
    expect(await newestRegistration(ctx, entryId)).toMatchObject({ intent: 'renew', services: both });
  });

  test('by delegation is complete once the delegate may act in both services', async () => {
    const platform = await newExportingPlatform();
    const { ctx } = platform;
    const needed = async () => {
      const { services = [] } = (await delegateReadiness(ctx)) ?? {};
      return services.filter(({ isOptional }) => !isOptional).map(({ service }) => service);
    };
    expect(await needed()).toEqual(['wsfe']);
    await changeAppSettings(ctx, 'gov-ar', { asksForExports: true });
    expect(await needed()).toEqual(['wsfe', 'wsfex']);
    await askForExports(ctx);
    expect(await needed()).toEqual(['wsfe', 'wsfex']);
    const supplier = await newDelegator(ctx);
    await supplier.claim();
    const verify = async (minutes: number) => {
      // The authority gives a certificate the next ticket after two minutes; we ask for one after ten.
      await simulator.control.clock((minutes / 11) * 3 * 60);
      const now = new Date(Date.now() + minutes * minuteMs);
      const { answer } = await verifyDelegation(ctx, supplier.entryId, now);
      return [answer, (await fetchRegistration(ctx, supplier.entryId)).state];
    };
    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    expect(await verify(11)).toEqual(['not-granted', 'delegation-claimed']);
    await platform.delegate(supplier.cuit, 'wsfex');
    await platform.accept(supplier.cuit, 'wsfex');
    expect(await verify(22)).toEqual(['granted', 'completed']);
    // The supplier takes exports back and goes on invoicing.
    await platform.takeBack(supplier.cuit, 'wsfex');
    expect(await verify(33)).toEqual(['granted', 'completed']);
  });

  test('by a certificate does not end the delegation that a supplier for invoices has until then', async () => {
    const platform = await newExportingPlatform();
    const { ctx } = platform;
    const supplier = await newDelegator(ctx);
    await supplier.claim();
    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    await simulator.control.clock(3 * 60);
    const first = new Date(Date.now() + 11 * minuteMs);
    expect((await verifyDelegation(ctx, supplier.entryId, first)).answer).toBe('granted');
    expect(await openRegistration(ctx, supplier.entryId, { services: both })).toBe('created');
    await simulator.control.clock(6 * 60);
    const later = new Date(first.getTime() + 11 * minuteMs);
    expect((await verifyDelegation(ctx, supplier.entryId, later)).answer).toBe('granted');
    expect(await supplier.row()).toMatchObject({ grantedAt: first, lostAt: null });
  });

  test('by delegation is lost while one service refuses it and the other does not answer', async () => {
    await simulator.control.reset();
    const platform = await newPlatform(simulator);
    const { ctx } = platform;
    await askForExports(ctx);
    const supplier = await newDelegator(ctx);
    await supplier.claim();
    // The delegate's certificate is not authorized for exports, so only invoices are answered for.
    const now = new Date(Date.now() + 11 * minuteMs);
    await simulator.control.clock(3 * 60);
    expect((await verifyDelegation(ctx, supplier.entryId, now)).answer).toBe('not-granted');
  });

  test('keeps a grant that was made while an older answer of one service was on its way', async () => {
    const platform = await newExportingPlatform();
    const { ctx } = platform;
    await askForExports(ctx);
    const supplier = await newDelegator(ctx);
    await supplier.claim();
    const ask = () => verifyDelegation(ctx, supplier.entryId, new Date(Date.now() + 11 * minuteMs));
    expect((await ask()).answer).toBe('not-granted');
    // Granted, by the same tickets, before the next answer is recorded.
    let recorded: Promise<unknown> | undefined;
    await database().transaction(async (tx) => {
      await tx
        .update(delegations)
        .set({ grantedAt: new Date() })
        .where(eq(delegations.entryId, supplier.entryId));
      recorded = ask();
      await wait(1_500);
    });
    await recorded;
    expect(await supplier.row()).toMatchObject({ lostAt: null });
  });
});

onDatabase('the services that a registration asks for', () => {
  const servicesOf = async (ctx: Context, entryId: string) =>
    (await newestRegistration(ctx, entryId))?.services;

  test('are invoices by default, and what the workspace asks for in its settings', async () => {
    const ctx = await newWorkspace();
    const [plain, exporter] = [await newSupplierEntry(ctx), await newSupplierEntry(ctx)];
    await openRegistration(ctx, plain.id);
    expect(await servicesOf(ctx, plain.id)).toEqual(['wsfe']);
    await askForExports(ctx);
    await openRegistration(ctx, exporter.id);
    const details = await findRegistrationDetails(ctx, exporter.id);
    expect(details && registrationResponse(details).services).toEqual(both);
  });

  test('are those of the step gov-ar.register, if it names some', async () => {
    const ctx = await newWorkspace();
    await askForExports(ctx);
    const { id: entryId } = await newSupplierEntry(ctx);
    const register = async (services: string[]) => {
      const steps = [{ provider: 'gov-ar.register', config: { services } }];
      const input = WorkflowInput.parse({ name: 'Exportadores', schema: 'org/party', steps });
      const workflow = await createWorkflow(ctx, input);
      const job = await createJob(ctx, { workflowId: workflow.id, entryId });
      await advanceJob(job.id);
      return servicesOf(ctx, entryId);
    };
    expect(await register(['wsfe'])).toEqual(['wsfe']);
    // An open registration takes over what is asked for now.
    expect(await register(['wsfex', 'wsfe', 'wsfe'])).toEqual(both);
    await expect(register(['wsfex'])).rejects.toMatchObject({ key: 'validation' });
  });

  test('leave an exporter of before, who has only those for invoices, to the authority’s own check', async () => {
    await simulator.control.reset();
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    await add(4);
    await askForExports(ctx);
    expect(await openRegistration(ctx, entryId)).toBe('registered');
    const wsfex = { service: 'wsfex', number: 6 } as const;
    expect(await usablePointOfSale(ctx, entryId, wsfex)).toEqual({ kind: 'usable' });
  });
});
