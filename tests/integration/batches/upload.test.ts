import { beforeAll, describe, expect, test } from 'vitest';
import { advanceBatch } from '#lib/batches/advance.ts';
import { createBatch, fetchBatch, stopBatch } from '#lib/batches/batches.ts';
import { previewUndo, undoBatch } from '#lib/batches/undo.ts';
import { checkUpload } from '#lib/batches/upload.ts';
import type { Context } from '#lib/context.ts';
import { fetchEntryByKey, listEntries, restoreEntry } from '#lib/silo/entries.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

/** Columns by their own names: what stands above them in each language is the Console's. */
const columnOfHeading = (heading: string) => heading;
const check = (
  ctx: Context,
  kind: 'suppliers' | 'invoices',
  lines: string[],
  encoding: BufferEncoding = 'utf8',
) => checkUpload(ctx, { kind, bytes: Buffer.from(lines.join('\r\n'), encoding), columnOfHeading });
const told = ({ faults }: Awaited<ReturnType<typeof check>>) =>
  faults.map(({ line, column, code }) => [line, column, code]);

onDatabase('a CSV', () => {
  describe('of suppliers', () => {
    test('saved by a Spanish spreadsheet makes each of them, once', async () => {
      const ctx = await newWorkspace();
      const lines = [
        'name;cuit;email;street;number;locality;grossIncome;activitySince',
        'Panadería Ñandú;30-71234567-1;ana@espiga.example;Av. Belgrano;77;Rosario;021-234567-8;01/03/2015',
        'Almacén del Sur;33-69345023-9;;;;;;',
      ];
      const checked = await check(ctx, 'suppliers', lines, 'latin1');
      expect(checked).toMatchObject({ faults: [], titles: ['Panadería Ñandú', 'Almacén del Sur'] });
      for (const _ of ['once', 'and again']) {
        const { rows } = await check(ctx, 'suppliers', lines, 'latin1');
        const { id } = await createBatch(ctx, { operation: 'create-entry', rows });
        await advanceBatch(id);
        expect(await fetchBatch(ctx, id)).toMatchObject({ done: 2, failed: 0 });
      }
      expect(await listEntries(ctx, { folder: 'suppliers', limit: 9 })).toHaveLength(2);
      expect((await fetchEntryByKey(ctx, '30712345671')).doc).toMatchObject({
        name: 'Panadería Ñandú',
        tax_id: { country: 'AR', code: '30712345671' },
        emails: [{ addr: 'ana@espiga.example' }],
        addresses: [{ street: 'Av. Belgrano', num: '77', locality: 'Rosario' }],
        identities: [{ type: 'IIBB', code: '021-234567-8' }],
        registration: { other: '2015-03-01' },
      });
    });

    test('has no line break in a key or name', async () => {
      const ctx = await newWorkspace();
      const checked = await check(ctx, 'suppliers', [
        'key,name,cuit',
        '"a\nb","Mala SA\r\n=1+1",30712345671',
      ]);
      expect(told(checked).map(([, column, code]) => [column, code])).toEqual([
        ['key', 'control-character'],
        ['name', 'control-character'],
      ]);
    });

    test('gets all its faults at once, by line and column', async () => {
      const ctx = await newWorkspace();
      const checked = await check(ctx, 'suppliers', [
        'key;name;cuit;email;activitySince',
        'a;Uno;30712345670;x;40/01/2015',
        'a;;33693450239;;',
        ';Tres;33693450239;;',
      ]);
      expect(told(checked)).toEqual(
        expect.arrayContaining([
          [2, 'cuit', 'GOBL-AR-TAX-IDENTITY-01'],
          [2, 'email', 'invalid-format'],
          [2, 'activitySince', 'date'],
          [3, 'name', 'too-small'],
          [3, 'key', 'same-key'],
        ]),
      );
      expect(checked.faults).toHaveLength(5);
      expect(checked.titles).toEqual(['Tres']);
    });

    test('makes the suppliers of its valid lines, and reports a repeated CUIT as such', async () => {
      const ctx = await newWorkspace();
      const checked = await check(ctx, 'suppliers', [
        'name;cuit;phone;rubro',
        'Uno;30-71234567-1;(0341) 455-1234;pan',
        'Dos;30-71234567-0;;',
        'Tres;33-69345023-9;;',
        'Uno otra vez;30712345671;;',
      ]);
      expect(told(checked)).toEqual([
        [3, 'cuit', 'GOBL-AR-TAX-IDENTITY-01'],
        [5, 'cuit', 'same-cuit'],
      ]);
      expect(checked.faults[1]?.params).toEqual({ row: 2 });
      expect(checked.ignored).toEqual(['rubro']);
      expect(checked.titles).toEqual(['Uno', 'Tres']);
      const { id } = await createBatch(ctx, { operation: 'create-entry', rows: checked.rows });
      await advanceBatch(id);
      expect(await fetchBatch(ctx, id)).toMatchObject({ total: 2, done: 2, failed: 0 });
      expect((await fetchEntryByKey(ctx, '30712345671')).doc).toMatchObject({
        telephones: [{ num: '(0341) 455-1234' }],
      });
    });
  });

  describe('with headings of its own', () => {
    const file = Buffer.from('Quién;Nro;Zona\nUno;30-71234567-1;Sur\nDos;30-71234567-0;Norte\n');
    const upload = { kind: 'suppliers', bytes: file, columnOfHeading } as const;
    const columns = [
      { heading: 'Quién', column: 'name' },
      { heading: 'Nro', column: 'cuit' },
      { heading: 'Zona', column: '' },
    ];

    test('names the required columns that are missing, and shows the first values of each', async () => {
      const ctx = await newWorkspace();
      const checked = await checkUpload(ctx, upload);
      expect(checked).toMatchObject({ rows: [], missing: ['name', 'cuit'] });
      expect(checked.columns).toEqual([
        { heading: 'Quién', column: '', samples: ['Uno', 'Dos'] },
        { heading: 'Nro', column: '', samples: ['30-71234567-1', '30-71234567-0'] },
        { heading: 'Zona', column: '', samples: ['Sur', 'Norte'] },
      ]);
    });

    test('keeps the chosen columns for the next file with the same headings, in any order', async () => {
      const ctx = await newWorkspace();
      const checked = await checkUpload(ctx, { ...upload, columns });
      expect(checked).toMatchObject({ titles: ['Uno'], missing: [], ignored: ['Zona'] });
      expect(checked.unread.records).toEqual([{ line: 3, cells: ['Dos', '30-71234567-0', 'Norte'] }]);
      await createBatch(ctx, { operation: 'create-entry', rows: checked.rows, upload: checked.upload });
      const mended = Buffer.from('Nro;Quién;Zona;Qué corregir\n33-69345023-9;Dos;Norte;CUIT\n');
      const again = {
        ...upload,
        bytes: mended,
        isFaultHeading: (heading: string) => heading === 'Qué corregir',
      };
      expect(await checkUpload(ctx, again)).toMatchObject({ titles: ['Dos'], missing: [], faults: [] });
      expect((await checkUpload(await newWorkspace(), again)).missing).toEqual(['name', 'cuit']);
    });

    test('is not read with columns chosen twice', async () => {
      const twice = columns.map((each) => ({ ...each, column: 'name' }));
      const checked = await checkUpload(await newWorkspace(), { ...upload, columns: twice });
      expect(checked.rows).toEqual([]);
      expect(told(checked)).toContainEqual([1, 'name', 'column-twice']);
    });
  });

  test('with a CUIT that exists already makes it once, or reports that it differs', async () => {
    const ctx = await newWorkspace();
    const one = await check(ctx, 'suppliers', ['name;cuit', 'Uno;30-71234567-1']);
    const { id } = await createBatch(ctx, { operation: 'create-entry', rows: one.rows });
    await advanceBatch(id);
    expect(await check(ctx, 'suppliers', ['name;cuit', 'Uno;30712345671'])).toMatchObject({
      faults: [],
      existing: 1,
    });
    const other = await check(ctx, 'suppliers', ['name;cuit', 'Otro;30712345671', 'Dos;33-69345023-9']);
    expect(told(other)).toEqual([[2, 'cuit', 'taken-cuit']]);
    expect(other.titles).toEqual(['Dos']);
  });

  test('is undone while its entries are unused, and can then be uploaded anew', async () => {
    const ctx = await newWorkspace();
    const lines = ['name;cuit', 'Uno;30-71234567-1', 'Dos;33-69345023-9'];
    const first = await check(ctx, 'suppliers', lines.slice(0, 2));
    const earlier = await createBatch(ctx, { operation: 'create-entry', rows: first.rows });
    await advanceBatch(earlier.id);
    const { rows } = await check(ctx, 'suppliers', lines);
    const { id } = await createBatch(ctx, { operation: 'create-entry', rows });
    await expect(undoBatch(ctx, id)).rejects.toMatchObject({ code: 'still-running' });
    await advanceBatch(id);
    expect(await previewUndo(ctx, id)).toEqual({ undoable: 1, kept: { existed: 1 } });
    await expect(undoBatch(await newWorkspace(), id)).rejects.toMatchObject({ key: 'not-found' });
    expect(await undoBatch(ctx, id)).toEqual({ undone: 1 });
    expect(await undoBatch(ctx, id)).toEqual({ undone: 0 });
    expect(await listEntries(ctx, { folder: 'suppliers', limit: 9 })).toHaveLength(1);
    const again = await createBatch(ctx, { operation: 'create-entry', rows });
    await advanceBatch(again.id);
    expect(await fetchBatch(ctx, again.id)).toMatchObject({ done: 2, failed: 0 });
    expect(await listEntries(ctx, { folder: 'suppliers', limit: 9 })).toHaveLength(2);
  });

  test('leaves no entry behind when it is undone while a row is processed', async () => {
    const ctx = await newWorkspace();
    const rows = Array.from({ length: 20 }, (_, at) => ({
      key: `c-${at}`,
      data: { folder: 'customers', data: { name: `Cliente ${at}` } },
    }));
    const { id } = await createBatch(ctx, { operation: 'create-entry', rows });
    await Promise.all([advanceBatch(id), stopBatch(ctx, id).then(() => undoBatch(ctx, id))]);
    expect(await listEntries(ctx, { folder: 'customers', limit: 99 })).toEqual([]);
  });

  describe('of invoices', () => {
    let ctx: Context;
    beforeAll(async () => {
      ctx = await newWorkspace();
      await newRegistered(ctx, { notAfter: new Date(Date.now() + 300 * 86_400_000) });
    });
    const head =
      'key;issuer;customerName;customerCuit;customerDni;description;sold;quantity;price;vat;periodStart;periodEnd;dueDate';

    test('makes one invoice from the lines with the same key, as it will be built', async () => {
      const checked = await check(ctx, 'invoices', [
        head,
        `F-1;${supplierCuit};Almacén del Sur;33-69345023-9;;Tornillo;Producto;4;250,00;21;;;`,
        'F-1;;;;;Tuerca;;10;1.000,50;10,5;;;',
        `F-2;${supplierCuit};Ana Pereyra;;28.456.789;Abono;Servicio;;1000;21;01/10/2026;31/10/2026;10/12/2026`,
      ]);
      expect(checked).toMatchObject({ faults: [], titles: ['F-1 · Almacén del Sur', 'F-2 · Ana Pereyra'] });
      const { id } = await createBatch(ctx, { operation: 'create-entry', rows: checked.rows });
      await advanceBatch(id);
      expect(await fetchBatch(ctx, id)).toMatchObject({ done: 2, failed: 0 });
      expect((await fetchEntryByKey(ctx, 'F-1')).doc).toMatchObject({
        supplier: { tax_id: { code: supplierCuit } },
        lines: [{ total: '1000.00' }, { item: { price: '1000.50' }, total: '10005.00' }],
        totals: { payable: '12265.52' },
      });
      expect((await fetchEntryByKey(ctx, 'F-2')).doc).toMatchObject({
        customer: { identities: [{ code: '28456789' }] },
        ordering: { period: { start: '2026-10-01', end: '2026-10-31' } },
        totals: { payable: '1210.00' },
      });
    });

    test('can no longer be authorized once the upload is undone, until one is restored', async () => {
      const { rows } = await check(ctx, 'invoices', [
        head,
        `F-9;${supplierCuit};Almacén del Sur;33-69345023-9;;Tornillo;Producto;4;250,00;21;;;`,
      ]);
      const { id } = await createBatch(ctx, { operation: 'create-entry', rows });
      await advanceBatch(id);
      const { id: entryId } = await fetchEntryByKey(ctx, 'F-9');
      expect(await undoBatch(ctx, id)).toEqual({ undone: 1 });
      const { id: workflowId } = await createWorkflow(ctx, { template: 'ar-invoice' });
      const authorise = () => createJob(ctx, { workflowId, entryId });
      await expect(authorise()).rejects.toMatchObject({ key: 'conflict', code: 'document-archived' });
      await restoreEntry(ctx, entryId);
      expect(await authorise()).toMatchObject({ entryId, status: 'RUN' });
    });

    test('may have another currency and a discount on a line', async () => {
      const columns =
        'key;issuer;customerName;customerCuit;description;price;discount;vat;currency;exchangeRate';
      const customer = 'Almacén del Sur;33-69345023-9';
      const checked = await check(ctx, 'invoices', [
        columns,
        `F-6;${supplierCuit};${customer};Motor;100,00;12,5 %;21;usd;1.468,50`,
      ]);
      expect(checked.faults).toEqual([]);
      const { id } = await createBatch(ctx, { operation: 'create-entry', rows: checked.rows });
      await advanceBatch(id);
      expect((await fetchEntryByKey(ctx, 'F-6')).doc).toMatchObject({
        currency: 'USD',
        exchange_rates: [{ from: 'USD', to: 'ARS', amount: '1468.5' }],
        lines: [{ sum: '100.00', total: '87.50' }],
        totals: { payable: '105.88' },
      });
      const wrong = await check(ctx, 'invoices', [
        columns,
        `F-7;${supplierCuit};${customer};Motor;100,00;110;21;;`,
        `F-8;${supplierCuit};${customer};Motor;100,00;;21;USD;`,
        `F-9;${supplierCuit};${customer};Motor;100,00;;21;;1.468,50`,
      ]);
      expect(told(wrong).map(([line, column]) => [line, column])).toEqual([
        [2, 'discount'],
        [3, 'exchangeRate'],
        [4, 'currency'],
      ]);
    });

    test('makes no invoice with a wrong line, and none at all when a line’s invoice is unknown', async () => {
      const lines = [
        head,
        `G-1;${supplierCuit};Ana;;28456789;Tornillo;;1;100,00;21;;;`,
        `G-2;${supplierCuit};Ana;;28456789;Tornillo;;1;100,00;21;;;`,
        'G-2;;;;;Tuerca;;1;10,00;20;;;',
        'G-3;20123456786;;;;Clavo;;1;10,00;21;;;',
      ];
      const checked = await check(ctx, 'invoices', lines);
      expect(told(checked).map(([line, column]) => [line, column])).toEqual([
        [4, 'vat'],
        [5, 'issuer'],
      ]);
      expect(checked.rows.map(({ key }) => key)).toEqual(['G-1']);
      const unclear = await check(ctx, 'invoices', [...lines, ';;;;;De cuál?;;1;10,00;21;;;']);
      expect(unclear.rows).toEqual([]);
    });

    test('gets the faults of the invoice rules by line and column', async () => {
      const checked = await check(ctx, 'invoices', [
        head,
        `F-3;${supplierCuit};Ana;;28456789;Tornillo;;1;1.234;21;;;`,
        `F-3;${supplierCuit};Otra;;28456789;Tuerca;;1;10;20;;;`,
        'F-4;20123456786;;;;Clavo;;1;10;21;;;',
        ';;;;;Sin clave;;1;10;21;;;',
        `F-5;${supplierCuit};;;;Abono;Servicio;1;10;21;;;`,
      ]);
      expect(told(checked)).toEqual(
        expect.arrayContaining([
          [2, 'price', 'number-unclear'],
          [3, 'customerName', 'differs'],
          [3, 'vat', 'vat'],
          [4, 'issuer', 'issuer'],
          [5, 'key', 'required'],
        ]),
      );
      expect(
        told(checked)
          .filter(([line]) => line === 6)
          .map(([, column]) => column),
      ).toEqual(expect.arrayContaining(['periodStart', 'dueDate']));
    });
  });
});
