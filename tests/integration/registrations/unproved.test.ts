import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { proveRegistration, requestProof } from '#lib/registrations/prove.ts';
import { confirmDetails } from '#lib/registrations/registration.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { filedMailsAbout, sendMailsAbout } from '#tests/support/queued-mails.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-unproved-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
const hourMs = 3_600_000;

const simulator = await simulatorOfWorker();
afterAll(() => rmSync(dataDir, { recursive: true }));

onDatabase('an unauthorized certificate', () => {
  test('is tried for a day, then reported to supplier and account holder, and can still be tried on request', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const read = async () => {
      const registration = await findByEntry(ctx, entryId);
      if (!registration) throw new Error('there is no registration');
      return registration;
    };
    const row = async () => {
      const [found] = await database().select().from(registrations).where(eq(registrations.entryId, entryId));
      if (!found) throw new Error('there is no registration');
      return found;
    };
    await confirmDetails(ctx, await read(), {
      name: 'Ferretería El Tornillo',
      email: 'ana@tornillo.example',
    });
    const supplier = await supplierOf(ctx, simulator, entryId);
    await supplier.upload(await supplier.issue());

    await requestProof(ctx, await read());
    const { id: registrationId, proofRound: round } = await row();
    const begun = new Date();
    let at: Date | null = begun;
    let last = begun;
    for (let tries = 0; at && tries < 100; tries += 1) {
      last = at;
      await proveRegistration({ registrationId, round }, at);
      at = (await row()).nextProofAt;
    }
    expect((last.getTime() - begun.getTime()) / hourMs).toBeCloseTo(24.6, 1);
    expect((await read()).proof).toMatchObject({ status: 'settled', givenUpAt: last });
    const told = eq(auditLog.subjectId, registrationId);
    const actions = (await database().select().from(auditLog).where(told)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'registration.not-proved')).toHaveLength(1);

    await sendMailsAbout(registrationId);
    await sendMailsAbout(registrationId);
    const mails = await filedMailsAbout(dataDir, registrationId);
    const byReceiver = new Map(mails.map(({ headers, text }) => [headers.get('to'), text]));
    expect([...byReceiver.keys()].toSorted()).toEqual([
      'ana@tornillo.example',
      'ayuda@facturasdelsur.example',
    ]);
    expect(byReceiver.get('ana@tornillo.example')).toContain(`/reg/${ref}`);
    expect(byReceiver.get('ayuda@facturasdelsur.example')).toContain(`/entries/${entryId}`);

    await supplier.authorise();
    await supplier.prove();
    expect(await read()).toMatchObject({ state: 'completed', proof: { givenUpAt: undefined } });
  });

  test('is not tried again by a request that was read before its registration was completed', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const supplier = await supplierOf(ctx, simulator, entryId);
    await supplier.upload(await supplier.issue());
    await supplier.authorise();
    const before = await findByEntry(ctx, entryId);
    await supplier.prove();
    if (before) await requestProof(ctx, before);
    expect(await findByEntry(ctx, entryId)).toMatchObject({
      state: 'completed',
      proof: { status: 'settled' },
    });
  });

  test('is not tried for a check from before its second upload', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const supplier = await supplierOf(ctx, simulator, entryId);
    const certificate = await supplier.issue();
    await supplier.upload(certificate);
    const registration = await findByEntry(ctx, entryId);
    if (!registration) throw new Error('there is no registration');
    await requestProof(ctx, registration);
    const [asked] = await database().select().from(registrations).where(eq(registrations.entryId, entryId));
    await supplier.upload(certificate);
    const { sandbox: before } = await simulator.control.stats();
    await proveRegistration({ registrationId: registration.id, round: asked?.proofRound ?? 0 });
    expect((await simulator.control.stats()).sandbox).toEqual(before);
    expect((await findByEntry(ctx, entryId))?.proof.status).toBe('none');
  });
});
