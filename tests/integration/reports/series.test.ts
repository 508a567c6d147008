import { expect, test } from 'vitest';
import { listNumbered, listQueue, listSeries, seriesHistory } from '#lib/reports/series.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { sendAt, wsfeFault } from '../invoices/scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

onDatabase('the series of a supplier', () => {
  test('have the last number, the waiting invoices and the first one’s obstacle', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, cuit } = issuer;
    expect(await listSeries(ctx, { cuit })).toEqual([]);
    const sent = await issuer.submit();
    await sendAt(issuer, 0);
    const first = await issuer.submit();
    const second = await issuer.submit();
    const elsewhere = await issuer.submit({ series: '4' });
    await authority.control.faults(wsfeFault('reset'));
    await sendAt(issuer, 0);
    expect(await listSeries(ctx, { cuit })).toMatchObject([
      {
        pointOfSale: 3,
        documentType: 1,
        last: { number: 1, entryId: sent.entryId },
        waiting: {
          count: 2,
          first: { entryId: first.entryId, obstacle: { code: 'authority-unavailable' } },
        },
      },
      { pointOfSale: 4, waiting: { count: 1, first: { entryId: elsewhere.entryId, obstacle: null } } },
    ]);
    const queue = await listQueue(ctx, { cuit, pointOfSale: 3, documentType: 1 }, { limit: 20 });
    expect(queue.map(({ entryId }) => entryId)).toEqual([first.entryId, second.entryId]);
    const stranger = await newWorkspace();
    expect(await listSeries(stranger, { cuit })).toEqual([]);
    expect(await listQueue(stranger, { cuit, pointOfSale: 3, documentType: 1 }, { limit: 20 })).toEqual([]);
    const series = { cuit, pointOfSale: 3, documentType: 1 };
    const { documents, months, gaps } = await seriesHistory(ctx, series);
    expect({ documents, gaps, counts: months.map(({ count }) => count) }).toEqual({
      documents: 1,
      gaps: [],
      counts: [1],
    });
    expect(await listNumbered(ctx, series, { limit: 5 })).toMatchObject([
      { number: 1, entryId: sent.entryId },
    ]);
    expect(await seriesHistory(stranger, series)).toEqual({ documents: 0, months: [], gaps: [] });
    await sendAt(issuer, 600);
    expect(await listSeries(ctx, { cuit })).toMatchObject([
      { pointOfSale: 3, last: { number: 3, entryId: second.entryId } },
      { pointOfSale: 4 },
    ]);
  });
});
