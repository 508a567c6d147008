import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { linkLimits } from '#lib/limits.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { endRegistrations, revokeRegistration } from '#lib/registrations/end.ts';
import { extendLink, issueNewLink, linkOf, revokeLinkOf } from '#lib/registrations/entry-link.ts';
import { notifyExpiries } from '#lib/registrations/expiry.ts';
import { findByEntry, findByRef } from '#lib/registrations/find.ts';
import { requestNewLink } from '#lib/registrations/link.ts';
import { handOver, takeBack } from '#lib/registrations/links/hand-over.ts';
import { openHelpers } from '#lib/registrations/links/list.ts';
import { peopleOf } from '#lib/registrations/links/people.ts';
import { confirmDetails, noteProgress } from '#lib/registrations/progress.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { onEachDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

interface Here {
  ctx: Context;
  registration: Registration;
}

/** Somebody who opens a link. */
async function arrive(ref: string, now = new Date()): Promise<Here> {
  const found = await findByRef(ref, now);
  if (found.kind !== 'found') throw new Error(`the link is ${found.kind}`);
  return found;
}

const refOf = (url: string) => url.split('/').at(-1) ?? '';

/** A supplier at their link, and `helper`: who gets one of their own, by the name given. */
async function newSupplierHere() {
  const operator = await newWorkspace();
  const { entryId, ref } = await newRegistration(operator);
  const supplier = await arrive(ref);
  async function helper(name = 'Marta', email?: string) {
    const whatsapp = email ? undefined : '+5491123456789';
    const handed = await handOver(supplier.ctx, supplier.registration, { name, email, whatsapp });
    if (handed.kind !== 'handed-over') throw new Error(`it is ${handed.kind}`);
    const helpers = await openHelpers(supplier.ctx, supplier.registration);
    const url = helpers.find(({ id }) => id === handed.linkId)?.url ?? '';
    return { linkId: handed.linkId, ref: refOf(url) };
  }
  return { operator, entryId, ref, supplier, helper };
}

const setLinks = (ctx: Context, set: Partial<typeof registrationLinks.$inferInsert>) =>
  database().update(registrationLinks).set(set).where(eq(registrationLinks.workspaceId, ctx.workspace.id));

onEachDatabase('a registration that was handed over', () => {
  test('has a link of the helper’s own, which ends when the supplier’s does', async () => {
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

  test('keeps the supplier’s contact from the helper, and what is the supplier’s to do', async () => {
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

  test('is no registration of another: whose link it is, is asked for that registration', async () => {
    const [mine, others] = [await newSupplierHere(), await newSupplierHere()];
    const helper = { name: 'Marta', email: 'marta@estudio.example' };
    const act = handOver(mine.supplier.ctx, others.supplier.registration, helper);
    await expect(act).rejects.toMatchObject({ key: 'forbidden' });
    const { linkId, ref } = await others.helper();
    await takeBack(mine.supplier.ctx, mine.supplier.registration, linkId);
    expect((await findByRef(ref)).kind).toBe('found');
  });

  test('is taken back by the supplier or by an operator; again changes nothing', async () => {
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

  test('has few helpers at a time, each once, and not many in a day', async () => {
    const { supplier, helper } = await newSupplierHere();
    const first = await helper('Marta');
    expect(await helper('Marta')).toEqual(first);
    for (let more = 1; more < linkLimits.helpersAtATime; more += 1) await helper(`Otra ${more}`);
    const one = { name: 'Una más', whatsapp: '+5491123456789' };
    const handing = () => handOver(supplier.ctx, supplier.registration, one);
    expect(await handing()).toEqual({ kind: 'too-many', by: 'open' });
    for (let made: number = linkLimits.helpersAtATime; made < linkLimits.handOversADay; made += 1) {
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

  test('is handed over once, however often the button is pressed at once', async () => {
    const { supplier } = await newSupplierHere();
    const press = () =>
      handOver(supplier.ctx, supplier.registration, { name: 'Ana', email: 'ana@a.example' });
    const handed = await Promise.all(Array.from({ length: 5 }, press));
    expect(new Set(handed.map((each) => each.kind === 'handed-over' && each.linkId)).size).toBe(1);
    expect(await openHelpers(supplier.ctx, supplier.registration)).toHaveLength(1);
  });

  test('is handed over by nobody whose own link was revoked meanwhile', async () => {
    const { operator, entryId, supplier } = await newSupplierHere();
    await revokeLinkOf(operator, entryId);
    const act = handOver(supplier.ctx, supplier.registration, { name: 'Ana', email: 'ana@a.example' });
    await expect(act).rejects.toMatchObject({ key: 'forbidden' });
  });

  test('tells in its activity who did what', async () => {
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

  test('has the supplier and the helpers to be written to, each address once', async () => {
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

onEachDatabase('the link of an entry that was handed over', () => {
  test('is the supplier’s own, everywhere', async () => {
    const { operator, entryId, ref, supplier, helper } = await newSupplierHere();
    const marta = await helper();
    expect((await linkOf(operator, entryId))?.url).toContain(ref);
    expect(await listMeta(operator, entryId)).toMatchObject([{ ref }]);
    expect((await findByEntry(operator, entryId))?.link.id).toBe(supplier.registration.link.id);
    const details = await findRegistrationDetails(operator, entryId);
    expect(details?.links).toMatchObject([
      { scope: 'full', id: supplier.registration.link.id },
      { scope: 'arca-steps-only', id: marta.linkId, holder: 'Marta' },
    ]);
    for (const secret of [ref, marta.ref]) expect(JSON.stringify(details?.links)).not.toContain(secret);
  });

  test('is extended with the helpers’', async () => {
    const { operator, entryId, helper } = await newSupplierHere();
    const marta = await helper();
    const { expiresAt } = await extendLink(operator, entryId, { days: 90 });
    expect((await arrive(marta.ref)).registration.link.expiresAt).toEqual(expiresAt);
  });

  test('that ran out is told of once; a helper’s request is shown on it, and all run on again', async () => {
    const { operator, entryId, ref, helper } = await newSupplierHere();
    const marta = await helper();
    await setLinks(operator, { expiresAt: daysFromNow(-1) });
    await notifyExpiries();
    const told = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.workspaceId, operator.workspace.id));
    expect(told.filter(({ expiryToldFor }) => expiryToldFor)).toMatchObject([{ scope: 'full' }]);
    const expired = await findByRef(marta.ref);
    if (expired.kind !== 'expired') throw new Error(`it is ${expired.kind}`);
    await requestNewLink(expired.ctx, expired.linkId);
    expect(await linkOf(operator, entryId)).toHaveProperty('renewalRequestedAt');
    const created = await createRegistration(operator, await fetchEntry(operator, entryId));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => created.store(tx));
    for (const each of [ref, marta.ref]) expect((await findByRef(each)).kind).toBe('found');
    expect(await linkOf(operator, entryId)).not.toHaveProperty('renewalRequestedAt');
  });

  test.each([
    ['replaced', issueNewLink],
    ['revoked', revokeLinkOf],
  ])('that is %s takes the helpers’ with it: who had it may have made them', async (_what, act) => {
    const { operator, entryId, ref, helper } = await newSupplierHere();
    const marta = await helper();
    await act(operator, entryId);
    for (const each of [ref, marta.ref]) expect((await findByRef(each)).kind).toBe('unknown');
  });

  test('that was revoked is followed by another, though a helper’s were good', async () => {
    const { operator, entryId, supplier, helper } = await newSupplierHere();
    await helper();
    const own = eq(registrationLinks.id, supplier.registration.link.id);
    await database().update(registrationLinks).set({ revokedAt: new Date() }).where(own);
    const created = await createRegistration(operator, await fetchEntry(operator, entryId));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => created.store(tx));
    expect(await linkOf(operator, entryId)).toHaveProperty('url');
    expect((await findByEntry(operator, entryId))?.link.id).not.toBe(supplier.registration.link.id);
  });

  test.each(['revokeRegistration', 'endRegistrations'] as const)(
    'opens nothing after %s, nor do the helpers’, and each is noted as revoked',
    async (how) => {
      const { operator, entryId, ref, supplier, helper } = await newSupplierHere();
      const marta = await helper();
      const { id } = supplier.registration;
      await database().transaction(async (tx) => {
        if (how === 'revokeRegistration') await revokeRegistration(tx, operator, id);
        else await endRegistrations(tx, operator, entryId, new Date());
      });
      for (const each of [ref, marta.ref]) expect((await findByRef(each)).kind).toBe('unknown');
      const ofIt = eq(registrationLinks.registrationId, id);
      const rows = await database().select().from(registrationLinks).where(ofIt);
      expect(rows.map(({ revokedAt }) => revokedAt)).toEqual([expect.any(Date), expect.any(Date)]);
    },
  );

  test('that is complete shows how it stands, to helpers too', async () => {
    const { operator, entryId, helper } = await newSupplierHere();
    const marta = await helper();
    const ofEntry = and(
      eq(registrations.entryId, entryId),
      eq(registrations.workspaceId, operator.workspace.id),
    );
    await database().update(registrations).set({ completedAt: new Date() }).where(ofEntry);
    await setLinks(operator, { expiresAt: daysFromNow(-1) });
    expect((await arrive(marta.ref)).registration.state).toBe('completed');
  });

  test('is nothing to a stranger', async () => {
    const { entryId } = await newSupplierHere();
    const stranger = await newWorkspace();
    await expect(findRegistrationDetails(stranger, entryId)).rejects.toMatchObject({ key: 'not-found' });
    await expect(findRegistrationDetails(stranger, randomUUID())).rejects.toMatchObject({ key: 'not-found' });
  });
});
