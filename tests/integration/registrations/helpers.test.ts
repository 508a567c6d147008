import { expect, test } from 'vitest';
import { linkLimits } from '#lib/limits.ts';
import { findByEntry, findByRef } from '#lib/registrations/find.ts';
import { handOver, takeBack } from '#lib/registrations/hand-over.ts';
import { peopleOf } from '#lib/registrations/helper.ts';
import { revokeLinkOf } from '#lib/registrations/link.ts';
import { authorityStepsOf, openHelpers } from '#lib/registrations/link-list.ts';
import { confirmDetails, noteProgress } from '#lib/registrations/registration.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { arrive, daysFromNow, newSupplierHere } from './handed-over.ts';

onDatabase('a registration with helpers', () => {
  test('has a separate link for each helper, which ends with the supplier’s', async () => {
    const { supplier, ref, helper } = await newSupplierHere();
    const marta = await helper();
    expect(marta.ref).not.toBe(ref);
    const here = await arrive(marta.ref);
    expect(here.registration).toMatchObject({ id: supplier.registration.id });
    expect(here.registration.link).toMatchObject({
      scope: 'arca-steps-only',
      holder: 'Marta',
      expiresAt: supplier.registration.link.expiresAt,
    });
    expect(here.ctx.actor).toEqual({ kind: 'registrant', id: marta.linkId });
  });

  test('hides the supplier’s contact and own steps from a helper', async () => {
    const { supplier, helper } = await newSupplierHere();
    await confirmDetails(supplier.ctx, supplier.registration, {
      name: 'Tornillos',
      email: 'ana@tornillo.example',
    });
    const marta = await helper();
    const { ctx, registration } = await arrive(marta.ref);
    expect(JSON.stringify(registration)).not.toContain('ana@tornillo.example');
    const forbidden = { key: 'forbidden' };
    const details = { name: 'Otra', email: 'otra@otra.example' };
    await expect(confirmDetails(ctx, registration, details)).rejects.toMatchObject(forbidden);
    const another = { name: 'Otro', email: 'otro@otro.example' };
    await expect(handOver(ctx, registration, another)).rejects.toMatchObject(forbidden);
    await expect(takeBack(ctx, registration, marta.linkId)).rejects.toMatchObject(forbidden);
    await expect(openHelpers(ctx, registration)).rejects.toMatchObject(forbidden);
    // The scope is the link's in the database, whatever is handed in.
    const lie = { ...registration, link: { ...registration.link, scope: 'full' as const } };
    await expect(confirmDetails(ctx, lie, details)).rejects.toMatchObject(forbidden);
    await noteProgress(ctx, registration, 'serviceEnabledAt');
    expect((await arrive(marta.ref)).registration.facts.serviceEnabledAt).toBeDefined();
  });

  test('shows at the end who did the steps at the authority', async () => {
    const { supplier, helper } = await newSupplierHere();
    const stepsBy = () => authorityStepsOf(supplier.ctx, supplier.registration);
    const { linkId, ref } = await helper();
    await helper('Pablo');
    const marta = await arrive(ref);
    expect((await stepsBy()).helpers).toEqual([]);
    await noteProgress(marta.ctx, marta.registration, 'serviceEnabledAt');
    expect(await stepsBy()).toEqual({ helpers: ['Marta'], isByHelpersOnly: true });
    await takeBack(supplier.ctx, supplier.registration, linkId);
    await noteProgress(supplier.ctx, supplier.registration, 'authorisationClaimedAt');
    expect(await stepsBy()).toEqual({ helpers: ['Marta'], isByHelpersOnly: false });
  });

  test('is out of reach of another registration’s link', async () => {
    const [mine, others] = [await newSupplierHere(), await newSupplierHere()];
    const helper = { name: 'Marta', email: 'marta@estudio.example' };
    const act = handOver(mine.supplier.ctx, others.supplier.registration, helper);
    await expect(act).rejects.toMatchObject({ key: 'forbidden' });
    const { linkId, ref } = await others.helper();
    await takeBack(mine.supplier.ctx, mine.supplier.registration, linkId);
    expect((await findByRef(ref)).kind).toBe('found');
  });

  test('is taken back by the supplier or by an operator, and again without effect', async () => {
    const { operator, entryId, supplier, ref, helper } = await newSupplierHere();
    const [marta, pablo] = [await helper('Marta'), await helper('Pablo')];
    await takeBack(supplier.ctx, supplier.registration, marta.linkId);
    await takeBack(supplier.ctx, supplier.registration, marta.linkId);
    expect((await findByRef(marta.ref)).kind).toBe('unknown');
    const ofEntry = await findByEntry(operator, entryId);
    if (!ofEntry) throw new Error('there is no registration');
    await takeBack(operator, ofEntry, pablo.linkId);
    expect((await findByRef(pablo.ref)).kind).toBe('unknown');
    expect((await findByRef(ref)).kind).toBe('found');
    // The supplier's own is not taken back by this.
    await takeBack(supplier.ctx, supplier.registration, supplier.registration.link.id);
    expect((await findByRef(ref)).kind).toBe('found');
    const { list } = await entryActivity(operator, entryId, { limit: 20 });
    expect(list.filter(({ action }) => action === 'link.taken-back')).toMatchObject([
      { actor: { kind: 'operator' }, detail: { holder: 'Pablo' } },
      { actor: { kind: 'registrant' }, detail: { holder: 'Marta' } },
    ]);
  });

  test('has a limited number of helpers at a time and in a day, each once', async () => {
    const { supplier, helper } = await newSupplierHere();
    const first = await helper('Marta');
    expect(await helper('Marta')).toEqual(first);
    for (let more = 1; more < linkLimits.concurrentHelpers; more += 1) await helper(`Otra ${more}`);
    const one = { name: 'Una más', whatsapp: '+5491123456789' };
    const handing = () => handOver(supplier.ctx, supplier.registration, one);
    expect(await handing()).toEqual({ kind: 'too-many', by: 'open' });
    for (let made: number = linkLimits.concurrentHelpers; made < linkLimits.dailyHandOvers; made += 1) {
      const [{ id } = { id: '' }] = await openHelpers(supplier.ctx, supplier.registration);
      await takeBack(supplier.ctx, supplier.registration, id);
      await helper(`Otra ${made}`);
    }
    const [{ id } = { id: '' }] = await openHelpers(supplier.ctx, supplier.registration);
    await takeBack(supplier.ctx, supplier.registration, id);
    expect(await handing()).toEqual({ kind: 'too-many', by: 'day' });
    const tomorrow = await handOver(supplier.ctx, supplier.registration, one, daysFromNow(1.1));
    expect(tomorrow.kind).toBe('handed-over');
  });

  test('is handed over once when the button is pressed repeatedly', async () => {
    const { supplier } = await newSupplierHere();
    const press = () =>
      handOver(supplier.ctx, supplier.registration, { name: 'Ana', email: 'ana@a.example' });
    const handed = await Promise.all(Array.from({ length: 5 }, press));
    expect(new Set(handed.map((each) => each.kind === 'handed-over' && each.linkId)).size).toBe(1);
    expect(await openHelpers(supplier.ctx, supplier.registration)).toHaveLength(1);
  });

  test('can not be handed over through a revoked link', async () => {
    const { operator, entryId, supplier } = await newSupplierHere();
    await revokeLinkOf(operator, entryId);
    const act = handOver(supplier.ctx, supplier.registration, { name: 'Ana', email: 'ana@a.example' });
    await expect(act).rejects.toMatchObject({ key: 'forbidden' });
  });

  test('has the author of each change in its activity', async () => {
    const { operator, entryId, supplier, helper } = await newSupplierHere();
    const marta = await helper('Marta');
    const here = await arrive(marta.ref);
    await noteProgress(here.ctx, here.registration, 'serviceEnabledAt');
    await noteProgress(supplier.ctx, supplier.registration, 'requestDownloadedAt');
    const { list } = await entryActivity(operator, entryId, { limit: 3 });
    expect(list).toMatchObject([
      { action: 'registration.request-downloaded', actor: { kind: 'registrant' } },
      { action: 'registration.service-enabled', actor: { kind: 'registrant', name: 'Marta' } },
      { action: 'link.handed-over', detail: { holder: 'Marta' } },
    ]);
    expect(list[0]?.actor).not.toHaveProperty('name');
  });

  test('has the supplier and the helpers as recipients, each address once', async () => {
    const { operator, supplier, helper, ref } = await newSupplierHere();
    const { id } = supplier.registration;
    expect(await peopleOf(operator, id)).toEqual([]);
    await confirmDetails(supplier.ctx, supplier.registration, {
      name: 'Tornillos',
      email: 'ana@tornillo.example',
    });
    const marta = await helper('Marta', 'marta@estudio.example');
    const gone = await helper('Pablo', 'pablo@estudio.example');
    await takeBack(supplier.ctx, supplier.registration, gone.linkId);
    await helper('Ana también', 'Ana@tornillo.example');
    expect(await peopleOf(operator, id)).toMatchObject([
      { role: 'supplier', email: 'ana@tornillo.example', url: expect.stringContaining(ref) },
      {
        role: 'helper',
        email: 'marta@estudio.example',
        name: 'Marta',
        url: expect.stringContaining(marta.ref),
      },
    ]);
    expect(await peopleOf(await newWorkspace(), id)).toEqual([]);
  });
});
