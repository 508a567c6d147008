import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectApp, disconnectApp, fetchApp, fetchLogo, isConnected } from '#lib/accounts/apps.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { intents, jobs } from '#lib/database/tables/workflows.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { linkOf } from '#lib/registrations/link.ts';
import { confirmDetails, startAgain } from '#lib/registrations/registration.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { dataUri, jpeg, png } from '#tests/support/pictures.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const change = (settings: unknown) => AppChange.parse(settings);
const logo = dataUri(png(200, 80));

onDatabase('the Argentina app', () => {
  test('is connected and disconnected, each time once and with one notification', async () => {
    const ctx = await newWorkspace();
    const { connectedAt } = await fetchApp(ctx, 'gov-ar');
    await connectApp(ctx, 'gov-ar');
    expect((await fetchApp(ctx, 'gov-ar')).connectedAt).toEqual(connectedAt);
    await disconnectApp(ctx, 'gov-ar');
    await disconnectApp(ctx, 'gov-ar');
    expect(isConnected(await fetchApp(ctx, 'gov-ar'))).toBe(false);
    await connectApp(ctx, 'gov-ar');
    expect(isConnected(await fetchApp(ctx, 'gov-ar'))).toBe(true);
    const told = await database()
      .select()
      .from(auditLog)
      .where(eq(auditLog.workspaceId, ctx.workspace.id))
      .orderBy(auditLog.position);
    expect(told.map(({ action }) => action)).toEqual(['app.connected', 'app.disconnected', 'app.connected']);
  });

  test('keeps its settings, changes the named ones, and removes those set to null', async () => {
    const ctx = await newWorkspace();
    await changeAppSettings(
      ctx,
      'gov-ar',
      change({
        aliasPrefix: 'nandu',
        contact: { name: 'Ana', email: 'ana@nandu.example' },
        wizard: { name: 'Ñandú', colour: '#7A1F5C', logo },
      }),
    );
    await changeAppSettings(
      ctx,
      'gov-ar',
      change({
        contact: { name: null, phone: '(011) 4321-5678' },
        wizard: { colour: null },
        linkLifetimeDays: 7,
      }),
    );
    await disconnectApp(ctx, 'gov-ar');
    await connectApp(ctx, 'gov-ar');
    expect((await fetchApp(ctx, 'gov-ar')).settings).toEqual({
      aliasPrefix: 'nandu',
      linkLifetimeDays: 7,
      contact: { email: 'ana@nandu.example', phone: '(011) 4321-5678' },
      wizard: {
        name: 'Ñandú',
        logo: { type: 'image/png', width: 200, height: 80, digest: expect.any(String) },
      },
    });
    expect((await fetchLogo(ctx, 'gov-ar'))?.equals(png(200, 80))).toBe(true);
    await changeAppSettings(ctx, 'gov-ar', change({ wizard: { logo: dataUri(jpeg(64, 64)) } }));
    expect((await fetchApp(ctx, 'gov-ar')).settings.wizard).toMatchObject({
      name: 'Ñandú',
      logo: { type: 'image/jpeg' },
    });
    await changeAppSettings(ctx, 'gov-ar', change({ wizard: null }));
    expect(await fetchLogo(ctx, 'gov-ar')).toBeUndefined();
    expect(await fetchApp(await newWorkspace(), 'gov-ar')).toMatchObject({ settings: {} });
  });

  test('has no settings to change while it is disconnected', async () => {
    const ctx = await newWorkspace();
    await disconnectApp(ctx, 'gov-ar');
    const changing = changeAppSettings(ctx, 'gov-ar', change({ aliasPrefix: 'x' }));
    await expect(changing).rejects.toMatchObject({ key: 'conflict', code: 'app-not-connected' });
  });

  test('sets a new registration’s alias and its link’s lifetime', async () => {
    const ctx = await newWorkspace();
    await changeAppSettings(ctx, 'gov-ar', change({ aliasPrefix: 'nandu', linkLifetimeDays: 7 }));
    const { entryId } = await newRegistration(ctx);
    const [keyPair] = await database().select().from(certificates).where(eq(certificates.entryId, entryId));
    expect(keyPair?.alias).toMatch(/^nandu[a-z2-9]{5}$/);
    const link = await linkOf(ctx, entryId);
    expect(Math.round(((link?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(7);
  });

  test('begins nothing while it is disconnected, and lets open registrations continue', async () => {
    const ctx = await newWorkspace();
    const { ref } = await newRegistration(ctx);
    const { id: entryId } = await newSupplier(ctx);
    const { id: workflowId } = await newRegistrationWorkflow(ctx);
    await disconnectApp(ctx, 'gov-ar');

    const job = await createJob(ctx, { workflowId, entryId });
    await advanceJob(job.id);
    const [ended] = await database().select().from(jobs).where(eq(jobs.id, job.id));
    expect(ended).toMatchObject({
      status: 'KO',
      faults: [{ provider: 'gov-ar', code: 'app-not-connected' }],
    });
    expect(await fetchEntry(ctx, entryId)).toMatchObject({
      state: 'error',
      faults: [{ code: 'app-not-connected' }],
    });
    expect(await linkOf(ctx, entryId)).toBeUndefined();
    expect(await database().select().from(intents).where(eq(intents.jobId, job.id))).not.toHaveLength(0);

    const found = await findByRef(ref);
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`);
    await confirmDetails(found.ctx, found.registration, { name: 'El Tornillo', email: 'a@b.example' });
    await startAgain(found.ctx, found.registration);
    expect(await findByRef(ref)).toMatchObject({ registration: { state: 'details-confirmed' } });
  });
});

onDatabase('the sender of a link', () => {
  test('is the workspace unless its app names another, also on an expired link', async () => {
    const ctx = await newWorkspace();
    const { ref } = await newRegistration(ctx);
    expect(await findByRef(ref)).toMatchObject({
      registration: { accountHolder: { name: 'Facturas del Sur', email: 'ayuda@facturasdelsur.example' } },
    });
    await changeAppSettings(
      ctx,
      'gov-ar',
      change({
        contact: { email: 'ana@nandu.example', whatsapp: '+54 9 11 4321-5678' },
        wizard: { name: 'Ñandú', colour: '#7a1f5c', logo },
        returnUrl: 'https://nandu.example/',
      }),
    );
    const accountHolder = {
      name: 'Ñandú',
      email: 'ana@nandu.example',
      whatsapp: '+54 9 11 4321-5678',
      colour: '#7a1f5c',
      logo: { width: 200 },
      returnUrl: 'https://nandu.example/',
    };
    expect(await findByRef(ref)).toMatchObject({ registration: { accountHolder } });
    const later = new Date(Date.now() + 31 * 86_400_000);
    expect(await findByRef(ref, later)).toMatchObject({ kind: 'expired', accountHolder });
  });

  test('stays visible on an old link after the registration was renewed', async () => {
    const ctx = await newWorkspace('live');
    const soon = new Date(Date.now() + 20 * 86_400_000);
    const entryId = await newRegistered(ctx, { notAfter: soon });
    const link = await linkOf(ctx, entryId);
    const created = await createRegistration(
      ctx,
      await fetchEntry(ctx, entryId),
      new Date(Date.now() + 1_000),
    );
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => created.store(tx));
    await database()
      .update(certificates)
      .set({ supersededAt: new Date() })
      .where(eq(certificates.fingerprint, entryId));
    const found = await findByRef(link?.url?.split('/').at(-1) ?? '');
    expect(found).toMatchObject({
      registration: { state: 'completed', certificate: { alias: 'tornillo1' } },
    });
  });
});
