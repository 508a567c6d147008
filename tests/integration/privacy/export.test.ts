import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { exportSupplier } from '#lib/privacy/export-supplier.ts';
import { partsOf } from '#lib/privacy/supplier-rows.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newSupplierEverywhere } from '#tests/support/supplier-everywhere.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();

/** The files of a download, by their names. */
async function unzipped(download: Awaited<ReturnType<typeof exportSupplier>>) {
  const bytes = new Uint8Array(await new Response(download.content as BodyInit).arrayBuffer());
  const files = Object.entries(unzipSync(bytes));
  return new Map(files.map(([name, content]) => [name, Buffer.from(content).toString('utf8')]));
}

onDatabase('the download of a supplier’s data', () => {
  test('has all stored data about the supplier, and no secret', async () => {
    const { ctx, id, cuit, canaries, invoice, draft } = await newSupplierEverywhere(simulator);
    const files = await unzipped(await exportSupplier(ctx, id));
    const all = [...files].flat().join('\n');
    // A receiver's own words are not the supplier's.
    const { 'word of a receiver': _, ...theirs } = canaries;
    expect(Object.entries(theirs).filter(([, text]) => !all.includes(text))).toEqual([]);
    for (const each of [cuit, invoice.entryId, invoice.jobId, draft]) expect(all).toContain(each);
    const rows = (name: string) => JSON.parse(files.get(`datos/${name}.json`) ?? '') as object[];
    expect(rows('entries')).toHaveLength(3);
    expect(rows('audit_log')).not.toEqual([]);
    expect(rows('certificates')).toHaveLength(1);
    for (const part of Object.keys(partsOf(ctx, { id, code: cuit }))) expect(rows(part)).not.toEqual([]);
    expect(files.get('indice.html')).toContain('datos/registrations.json');

    const [link] = await database()
      .select({ hash: registrationLinks.refHash })
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(eq(registrations.entryId, id));
    const [key] = await database().select().from(certificates).where(eq(certificates.entryId, id));
    const ref = (await listMeta(ctx, id)).find((meta) => meta.ref)?.ref;
    const secrets = [link?.hash, key?.keySealed, ref, 'v2.', 'v1.'];
    for (const secret of secrets) expect(all).not.toContain(secret ?? 'there is none');
  });

  test('has nothing of other suppliers, also with the same tax code', async () => {
    const [ours, theirs] = [await newWorkspace(), await newWorkspace()];
    const { id } = await newSupplier(ours);
    const others = [await newSupplier(ours, 'Otra S.A.'), await newSupplier(theirs, 'Ajena S.A.')];
    const files = await unzipped(await exportSupplier(ours, id));
    const data = [...files].filter(([name]) => name.startsWith('datos/')).join('\n');
    expect(data).toContain(id);
    for (const other of others) expect(data).not.toContain(other.id);
    // Who asks for one is told that there is another of theirs.
    expect(files.get('indice.html')).toContain(others[0]?.id);
    expect(files.get('indice.html')).not.toContain(others[1]?.id);
  });

  test('is in the audit log, and refused for other entries', async () => {
    const { ctx, id, draft } = await newSupplierEverywhere(simulator);
    const files = await unzipped(await exportSupplier(ctx, id));
    expect(files.get('datos/audit_log.json')).toContain('entry.exported');
    await expect(exportSupplier(ctx, draft)).rejects.toMatchObject({ code: 'not-a-supplier' });
    await expect(exportSupplier(await newWorkspace(), id)).rejects.toMatchObject({ key: 'not-found' });
  });
});
