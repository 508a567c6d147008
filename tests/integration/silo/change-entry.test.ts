import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { digestOf } from '#lib/documents/envelope.ts';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { createRegistration, endRegistrations } from '#lib/registrations/create.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { changeEntry, renameParty, versionOf } from '#lib/silo/change-entry.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const otherCuit = '33693450239';
const named = (entry: EntryRow, name: string) => ({ data: { ...entry.doc, name }, mode: 'replace' as const });

onDatabase('a changed entry', () => {
  test('has a new version and digest, is found by its new name, and lists its changed fields in the audit log', async () => {
    const ctx = await newWorkspace();
    const before = await newSupplier(ctx);
    const version = versionOf(before);
    const { after } = await changeEntry(ctx, before.id, { ...named(before, 'Bulonería Ñorquín'), version });
    expect(after.digest).toBe(digestOf(after.doc));
    expect(versionOf(after)).not.toBe(version);
    expect(await searchEntries(ctx, { q: 'norquin', limit: 20 })).toHaveLength(1);
    expect(await searchEntries(ctx, { q: 'tornillo', limit: 20 })).toHaveLength(0);
    const { list } = await entryActivity(ctx, before.id, { limit: 1 });
    expect(list).toMatchObject([{ action: 'entry.changed', detail: { fields: ['name'] } }]);
  });

  test('keeps the other change when the version is no longer current', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    const version = versionOf(entry);
    await changeEntry(ctx, entry.id, { ...named(entry, 'First'), version });
    await expect(changeEntry(ctx, entry.id, { ...named(entry, 'Second'), version })).rejects.toMatchObject({
      key: 'conflict',
      code: 'changed-meanwhile',
    });
    expect((await fetchEntry(ctx, entry.id)).doc.name).toBe('First');
  });

  test('takes one of ten changes from one version', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    const change = (name: string) =>
      changeEntry(ctx, entry.id, { ...named(entry, name), version: versionOf(entry) });
    const settled = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => change(`Name ${n}`)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('keeps each of several merge patches without a version', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    const patches = [{ label: 'a' }, { alias: 'b' }, { name: 'c' }, { tax_id: { scheme: 'd' } }];
    await Promise.all(patches.map((data) => changeEntry(ctx, entry.id, { data, mode: 'merge' })));
    const { doc } = await fetchEntry(ctx, entry.id);
    expect(doc).toMatchObject({ label: 'a', alias: 'b', name: 'c', tax_id: { scheme: 'd' } });
  });

  test('loses nothing when the wizard changes it at the same moment', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    await Promise.all([
      changeEntry(ctx, entry.id, { data: { label: 'a' }, mode: 'merge' }),
      database().transaction((tx) => renameParty(tx, ctx, entry.id, 'b')),
    ]);
    expect((await fetchEntry(ctx, entry.id)).doc).toMatchObject({ label: 'a', name: 'b' });
  });

  test('stays as it is when the new document is the same', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    await changeEntry(ctx, entry.id, { data: entry.doc, mode: 'replace' });
    const { list } = await entryActivity(ctx, entry.id, { limit: 5 });
    expect(list.map(({ action }) => action)).toEqual(['entry.created']);
  });
});

onDatabase('a supplier’s CUIT', () => {
  const recode = { data: { tax_id: { code: otherCuit } }, mode: 'merge' as const };

  test('may change before a registration, and after its end', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    expect(await changeDocument(ctx, entry.id, recode)).toMatchObject({
      doc: { tax_id: { code: otherCuit } },
    });
    const { entryId } = await newRegistration(ctx);
    await database().transaction((tx) => endRegistrations(tx, ctx, entryId, new Date()));
    expect(await changeDocument(ctx, entryId, recode)).toMatchObject({
      doc: { tax_id: { code: otherCuit } },
    });
  });

  test('may not change while a registration is open, and the name may', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const before = await fetchEntry(ctx, entryId);
    const refused = {
      key: 'conflict',
      code: 'registered-cuit',
      fields: { 'data.tax_id.code': expect.any(String) },
    };
    await expect(changeDocument(ctx, entryId, recode)).rejects.toMatchObject(refused);
    const abroad = { data: { tax_id: { country: 'UY', code: '1' } }, mode: 'merge' as const };
    await expect(changeDocument(ctx, entryId, abroad)).rejects.toMatchObject({
      key: 'validation',
      faults: [{ code: 'not-argentine', paths: ['$.tax_id.country'] }],
    });
    expect(await fetchEntry(ctx, entryId)).toEqual(before);
    await changeDocument(ctx, entryId, { data: { name: 'Otra S.A.' }, mode: 'merge' });
  });

  test('is not registered when it changes during the key pair’s creation', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    const created = await createRegistration(ctx, entry);
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await changeDocument(ctx, entry.id, recode);
    const storing = database().transaction((tx) => created.store(tx));
    await expect(storing).rejects.toThrow('CUIT');
  });
});
