import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { countInvoices } from '#lib/invoices/invoice-list.ts';
import { chartDays, invoiceFigures } from '#lib/reports/invoices.ts';
import { setState } from '#lib/silo/states.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { begun, sendAt, wsfeFault } from '../invoices/scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });
const dayMs = 86_400_000;

const setInDocument = (entryId: string, path: string, value: string) =>
  database()
    .update(entries)
    .set({ doc: sql`jsonb_set(doc, ${path}, to_jsonb(${value}::text))` })
    .where(eq(entries.id, entryId));

onDatabase('the invoice figures of a workspace', () => {
  test('are all zero without invoices', async () => {
    const figures = await invoiceFigures(await newWorkspace());
    expect(figures).toMatchObject({
      today: { count: 0, amounts: [] },
      month: { issued: { count: 0 } },
      failed: { count: 0 },
      waiting: { count: 0, reasons: [] },
    });
    expect(figures.days).toHaveLength(chartDays);
  });

  test('sum the authorized documents of a day, whatever state others are set to, and subtract the credit notes', async () => {
    const issuer = await newIssuer(authority);
    const [inPesos, inDollars] = [await issuer.submit(), await issuer.submit()];
    const credited = await issuer.submit();
    await sendAt(issuer, 0);
    await setState(issuer.ctx, inPesos.entryId, { key: 'paid' });
    await setState(issuer.ctx, inDollars.entryId, { key: 'error' });
    const failed = await issuer.write();
    await setState(issuer.ctx, failed.id, { key: 'error' });
    await setInDocument(inPesos.entryId, '{totals,payable}', '1000000.10');
    await setInDocument(inDollars.entryId, '{currency}', 'USD');
    await setInDocument(inDollars.entryId, '{totals,payable}', '20.00');
    await setInDocument(credited.entryId, '{tax,ext,ar-arca-doc-type}', '3');
    await setInDocument(credited.entryId, '{totals,payable}', '0.20');
    await setInDocument(failed.id, '{totals,payable}', 'unknown');
    const unsent = await issuer.write();
    await setState(issuer.ctx, unsent.id, { key: 'paid' });
    const { days, today, week, month } = await invoiceFigures(issuer.ctx, begun);
    const expected = {
      count: 3,
      amounts: [
        { currency: 'ARS', amount: '999999.90' },
        { currency: 'USD', amount: '20.00' },
      ],
    };
    expect([today, week.issued, month.issued]).toEqual([expected, expected, expected]);
    expect(days.at(-1)).toMatchObject({ authorised: expected, failed: { count: 1 } });
    expect(days.at(-1)?.byLetter.map(({ letter, count }) => [letter, count])).toEqual([
      ['A', 3],
      ['B', 0],
      ['C', 0],
      ['E', 0],
    ]);
    const later = await invoiceFigures(issuer.ctx, new Date(begun.getTime() + 7 * dayMs));
    expect(later.week).toMatchObject({ issued: { count: 0 }, before: { count: 3 } });
    expect(
      (await invoiceFigures(issuer.ctx, new Date(begun.getTime() + 40 * dayMs))).month.issued.count,
    ).toBe(0);
    expect(await countInvoices(issuer.ctx, { authorised: true })).toBe(3);
  });

  test('have the reason of each wait, also for invoices behind a delayed one', async () => {
    const issuer = await newIssuer(authority);
    const first = await issuer.submit();
    await authority.control.faults(wsfeFault('reset'));
    await sendAt(issuer, 0);
    await issuer.submit();
    const elsewhere = await issuer.submit({ series: '4' });
    const { waiting } = await invoiceFigures(issuer.ctx);
    expect(waiting).toEqual({
      count: 3,
      reasons: [
        {
          obstacle: expect.objectContaining({ code: 'authority-unavailable' }),
          count: 2,
          entryId: first.entryId,
        },
        { obstacle: undefined, count: 1, entryId: elsewhere.entryId },
      ],
    });
    expect((await invoiceFigures(await newWorkspace())).waiting.count).toBe(0);
  });

  test('count the failures of the last days', async () => {
    const issuer = await newIssuer(authority);
    const [old, recent] = [await issuer.submit(), await issuer.submit()];
    for (const { entryId } of [old, recent]) await setState(issuer.ctx, entryId, { key: 'error' });
    await setInDocument(old.entryId, '{issue_date}', '2026-01-02');
    expect((await invoiceFigures(issuer.ctx)).failed).toMatchObject({ count: 1, state: 'error' });
  });
});
