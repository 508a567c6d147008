import { beforeAll, expect, test } from 'vitest';
import { documentTypesOf } from '#lib/documents/invoice/document-types.ts';
import { summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { fetchInvoiceAmounts, type InvoiceQuery, listInvoices } from '#lib/invoices/invoice-list.ts';
import { findLatestSubmission } from '#lib/invoices/submissions.ts';
import { page } from '#lib/paging.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { setState } from '#lib/silo/states.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { classA, classB, type Json, perception } from '#tests/support/invoices.ts';
import { type Issuer, newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { sendAt } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

const daysAgo = (days: number) => buenosAiresDay(new Date(Date.now() - days * 86_400_000));

const other = { name: 'Ñandú & Cía. S.R.L.', tax_id: { country: 'AR', code: '33693450239' } };

onDatabase('the list of invoices', () => {
  let issuer: Issuer;
  const names = new Map<string, string>();

  beforeAll(async () => {
    issuer = await newIssuer(authority);
    const { ctx } = issuer;
    const write = async (name: string, data: Json) => {
      const { id } = await createEntry(ctx, { folder: 'invoices', data });
      names.set(id, name);
      return id;
    };
    const issued = await issuer.submit();
    names.set(issued.entryId, 'issued');
    await sendAt(issuer, 0);
    await createEntry(ctx, { folder: 'suppliers', data: other });
    await write('oldest', classB({ supplier: other, issue_date: daysAgo(4) }));
    await write('older', classA({ supplier: other, series: '7', issue_date: daysAgo(2) }));
    await setState(ctx, await write('failed', classB({ supplier: other, series: '7' })), { key: 'error' });
    await createEntry(await newWorkspace(), { folder: 'invoices', data: classB({ supplier: other }) });
  });

  const find = async (query: Partial<InvoiceQuery>) => {
    const rows = await listInvoices(issuer.ctx, { limit: 20, ...query });
    return rows.map(({ id }) => names.get(id));
  };

  test.each<[string, () => Partial<InvoiceQuery>, string[]]>([
    ['nothing', () => ({}), ['failed', 'older', 'oldest', 'issued']],
    ['its issuer', () => ({ issuer: issuer.cuit }), ['issued']],
    ['another issuer', () => ({ issuer: '33693450239' }), ['failed', 'older', 'oldest']],
    ['its class', () => ({ documentTypes: documentTypesOf('A', undefined) }), ['older', 'issued']],
    ['its point of sale', () => ({ pointOfSale: '7' }), ['failed', 'older']],
    ['its state', () => ({ state: 'error' }), ['failed']],
    [
      'its date, both days included',
      () => ({ issuedFrom: daysAgo(4), issuedUntil: daysAgo(2) }),
      ['older', 'oldest'],
    ],
    [
      'all of them',
      () => ({
        issuer: '33693450239',
        pointOfSale: '7',
        state: 'error',
        documentTypes: documentTypesOf('B', undefined),
      }),
      ['failed'],
    ],
    ['what excludes each other', () => ({ issuer: issuer.cuit, pointOfSale: '7' }), []],
    ['the name of who issued it', () => ({ q: 'nandu' }), ['failed', 'older', 'oldest']],
    ['their tax code', () => ({ q: '33-69345023-9' }), ['failed', 'older', 'oldest']],
    ['the beginning of it', () => ({ q: '3369345' }), ['failed', 'older', 'oldest']],
    ['both in one', () => ({ q: 'nandu', pointOfSale: '7' }), ['failed', 'older']],
    ['a name, where another issuer is asked for', () => ({ q: 'nandu', issuer: issuer.cuit }), []],
    ['its customer', () => ({ q: 'perez' }), ['failed', 'oldest']],
    ['its customer and its date', () => ({ q: 'perez', issuedUntil: daysAgo(3) }), ['oldest']],
    ['its number', () => ({ q: '3-1' }), ['issued']],
  ])('finds an invoice by %s', async (_what, query, expected) => {
    expect(await find(query())).toEqual(expected);
  });

  test('finds an invoice by its CAE, within the other filters and the own workspace', async () => {
    const [issued] = await listInvoices(issuer.ctx, { issuer: issuer.cuit, limit: 1 });
    const { cae } = (await findLatestSubmission(issuer.ctx, issued?.id ?? '')) ?? {};
    expect(cae).toMatch(/^\d{14}$/);
    expect(await find({ q: cae ?? '' })).toEqual(['issued']);
    expect(await find({ q: cae ?? '', pointOfSale: '7' })).toEqual([]);
    expect(await listInvoices(await newWorkspace(), { q: cae ?? '', limit: 20 })).toEqual([]);
  });

  test.each<Partial<InvoiceQuery>>([{}, { q: 'nandu' }, { issuer: '33693450239' }])(
    'is read page by page in either direction, each invoice once: %o',
    async (query) => {
      const all = await find(query);
      for (const ascending of [false, true]) {
        const read: (string | undefined)[] = [];
        let cursor: string | undefined;
        do {
          const asked = { ...query, limit: 1, cursor, ascending };
          const found = page(await listInvoices(issuer.ctx, asked), asked);
          read.push(...found.list.map(({ id }) => names.get(id)));
          cursor = found.nextCursor;
        } while (cursor);
        expect(read).toEqual(ascending ? all.toReversed() : all);
      }
    },
  );

  test('has the issuer of each invoice', async () => {
    const [entry] = await listInvoices(issuer.ctx, { issuer: issuer.cuit, limit: 1 });
    expect(summaryOfSnippet(entry?.snippet ?? {})).toMatchObject({
      supplier: { name: 'Panadería La Espiga S.A.', cuit: issuer.cuit },
    });
  });

  test('exports the net of an invoice without its perceptions, which have a column of their own', async () => {
    const ctx = await newWorkspace();
    const data = classA({ supplier: other, charges: [perception()] });
    const { id, doc } = await createEntry(ctx, { folder: 'invoices', data });
    expect(doc).toMatchObject({ totals: { total: '1035.00', tax: '210.00', payable: '1245.00' } });
    const amounts = await fetchInvoiceAmounts(ctx, [id]);
    expect(amounts.get(id)).toMatchObject({
      net: '1000.00',
      vat: '210.00',
      otherTaxes: '35.00',
      total: '1245.00',
    });
  });
});
