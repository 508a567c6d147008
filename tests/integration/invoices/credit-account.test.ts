import { expect, test } from 'vitest';
import { archiveEntry, createEntry } from '#lib/silo/entries.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { classA } from '#tests/support/invoices.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

onDatabase('the account of a credit invoice', () => {
  test('is that of the newest entry of its supplier that is not archived', async () => {
    const ctx = await newWorkspace();
    const addSupplier = (cbu: string) =>
      createEntry(ctx, {
        folder: 'suppliers',
        data: {
          name: 'Panadería La Espiga S.A.',
          tax_id: { country: 'AR', code: '30123456781' },
          meta: { 'ar-arca-cbu': cbu, 'ar-arca-transfer-system': 'SCA' },
        },
      });
    const accountUsed = async () => {
      const terms = { due_dates: [{ date: '2030-01-31' }] };
      const data = classA({ $tags: ['fce'], payment: { terms } });
      const { doc } = await createEntry(ctx, { folder: 'invoices', data });
      return doc;
    };
    const [old, current] = ['0110599520000001235579', '2850590940090418135201'] as const;
    await addSupplier(old);
    const { id } = await addSupplier(current);
    const paidTo = (number: string) => ({
      payment: { instructions: { credit_transfer: [{ number }] } },
    });
    expect(await accountUsed()).toMatchObject(paidTo(current));
    await archiveEntry(ctx, id);
    expect(await accountUsed()).toMatchObject(paidTo(old));
  });
});
