import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { accountSettings, creditInvoiceTag } from '#lib/documents/invoice/credit-invoice.ts';
import { itemsOf, membersOf } from '#lib/documents/json.ts';
import { createEntry, createOrFindEntry } from '#lib/silo/entries.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { classA, classB } from '#tests/support/invoices.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newSupplier, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const party = { name: 'El Tornillo', tax_id: { country: 'AR', code: supplierCuit } };
const addressIn = (street: string) => ({ addresses: [{ street, locality: 'Rosario', country: 'AR' }] });

/** The data that a supplier enters with the link. */
const enter = (id: string, more: Record<string, unknown>) =>
  database()
    .update(entries)
    .set({ doc: { ...party, ...more } })
    .where(eq(entries.id, id));

onDatabase('data of an invoice that comes from its supplier’s entry', () => {
  test('does not turn a repeated request into another one, once the supplier has entered more', async () => {
    const ctx = await newWorkspace();
    const { id: supplier } = await newSupplier(ctx);
    const { id: workflowId } = await createWorkflow(ctx, { template: 'ar-invoice' });
    const data = classB({ supplier: party });
    const byKey = { folder: 'invoices', data, key: `k-${randomUUID()}` };
    const jobInput = { workflowId, data, key: `j-${randomUUID()}` };
    const [first, job] = [await createOrFindEntry(ctx, byKey), await createJob(ctx, jobInput)];

    await enter(supplier, addressIn('Mitre 1'));
    const again = await createOrFindEntry(ctx, byKey);
    expect([again.created, again.entry.id, again.entry.digest]).toEqual([
      false,
      first.entry.id,
      first.entry.digest,
    ]);
    expect((await createJob(ctx, jobInput)).id).toBe(job.id);

    const other = classB({ supplier: party, notes: [{ text: 'Otra factura' }] });
    const conflict = { key: 'conflict' };
    await expect(createOrFindEntry(ctx, { ...byKey, data: other })).rejects.toMatchObject(conflict);
    await expect(createJob(ctx, { ...jobInput, data: other })).rejects.toMatchObject(conflict);
  });

  test('is that of the registered entry, when another one has the same CUIT', async () => {
    const ctx = await newWorkspace();
    const registered = await newRegistered(ctx, { notAfter: new Date(Date.now() + 86_400_000) });
    const { id: another } = await newSupplier(ctx);
    const withAccount = (street: string, cbu: string) => ({
      ...addressIn(street),
      meta: { [accountSettings.cbu]: cbu, [accountSettings.system]: 'SCA' },
    });
    await enter(registered, withAccount('Mitre 1', '2850590940090418135201'));
    await enter(another, withAccount('Calle ajena 2', '0110599520000001234567'));

    const customer = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: '30123456781' } };
    const due = { payment: { terms: { due_dates: [{ date: '2099-01-01' }] } } };
    const { doc } = await createEntry(ctx, {
      folder: 'invoices',
      data: classA({ supplier: party, customer, $tags: [creditInvoiceTag], ...due }),
    });
    expect(membersOf(itemsOf(membersOf(doc.supplier).addresses)[0]).street).toBe('Mitre 1');
    expect(JSON.stringify(doc.payment)).toContain('2850590940090418135201');
  });
});
