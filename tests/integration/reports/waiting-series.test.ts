import { expect, test } from 'vitest';
import { listWaitingSeries } from '#lib/reports/waiting-series.ts';
import { onEachDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { sendAt, wsfeFault } from '../invoices/scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

onEachDatabase('what waits of a supplier', () => {
  test('is counted by series, with what the first ran into, until it is through', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, cuit } = issuer;
    expect(await listWaitingSeries(ctx, cuit)).toEqual([]);
    const first = await issuer.submit();
    await issuer.submit();
    const elsewhere = await issuer.submit({ series: '4' });
    await authority.control.faults(wsfeFault('reset'));
    await sendAt(issuer, 0);
    expect(await listWaitingSeries(ctx, cuit)).toMatchObject([
      {
        pointOfSale: 3,
        documentType: 1,
        count: 2,
        first: { entryId: first.entryId, obstacle: { code: 'authority-unavailable' } },
      },
      { pointOfSale: 4, count: 1, first: { entryId: elsewhere.entryId, obstacle: null } },
    ]);
    expect(await listWaitingSeries(await newWorkspace(), cuit)).toEqual([]);
    await sendAt(issuer, 600);
    expect((await listWaitingSeries(ctx, cuit)).map(({ pointOfSale }) => pointOfSale)).toEqual([4]);
  });
});
