import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { chartDays, invoiceFigures } from '#lib/reports/invoices.ts';
import { setState } from '#lib/silo/states.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { begun, sendAt, wsfeFault } from '../invoices/scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });
const dayMs = 86_400_000;

onDatabase('the invoice figures of a workspace', () => {
  test('are all zero without invoices', async () => {
    const figures = await invoiceFigures(await newWorkspace());
    expect(figures).toMatchObject({
      today: 0,
      month: { count: 0 },
      failed: { count: 0 },
      waiting: { count: 0, reasons: [] },
    });
    expect(figures.days).toHaveLength(chartDays);
  });

  test('count an authorized invoice once, on its own day', async () => {
    const issuer = await newIssuer(authority);
    await issuer.submit();
    await issuer.submit();
    await sendAt(issuer, 0);
    await issuer.submit();
    const now = await invoiceFigures(issuer.ctx, begun);
    expect(now).toMatchObject({ today: 2, waiting: { count: 1, reasons: [{ obstacle: undefined }] } });
    expect(now.days.at(-1)?.count).toBe(2);
    const later = await invoiceFigures(issuer.ctx, new Date(begun.getTime() + dayMs));
    expect(later.today).toBe(0);
    expect(later.days.at(-2)?.count).toBe(2);
    expect((await invoiceFigures(issuer.ctx, new Date(begun.getTime() + 32 * dayMs))).month.count).toBe(0);
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
    await database()
      .update(entries)
      .set({ doc: sql`jsonb_set(doc, '{issue_date}', '"2026-01-02"')` })
      .where(eq(entries.id, old.entryId));
    expect((await invoiceFigures(issuer.ctx)).failed).toMatchObject({ count: 1, state: 'error' });
  });
});
