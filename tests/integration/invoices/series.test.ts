import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { database } from '#lib/database/client.ts';
import { invoiceSeries } from '#lib/database/tables/invoices.ts';
import { isInSeries, takeLease } from '#lib/invoices/series.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { seriesOf } from './scene.ts';

onDatabase('the lease of a series', () => {
  test('has one holder, and is free once released', async () => {
    const series = seriesOf({ cuit: newCuit('30') });
    const lease = await takeLease(series);
    expect(lease?.isLost()).toBe(false);
    expect(await takeLease(series)).toBeUndefined();
    await lease?.release();
    await (await takeLease(series))?.release();
  });

  test('is lost by a holder that stood still for too long, and another holder can take it', async () => {
    // With the clock stand the renewals, however long the database takes to answer.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date() });
    onTestFinished(() => void vi.useRealTimers());
    const series = seriesOf({ cuit: newCuit('30') });
    const late = await takeLease(series);
    vi.setSystemTime(Date.now() + 16_000);
    expect(late?.isLost()).toBe(true);
    // The database has a clock of its own.
    const past = { leaseUntil: sql`now() - interval '1 second'` };
    await database().update(invoiceSeries).set(past).where(isInSeries(invoiceSeries, series));
    const next = await takeLease(series);
    expect(next?.isLost()).toBe(false);
    // What the first gives back is not its own any more.
    await late?.release();
    expect(await takeLease(series)).toBeUndefined();
    await next?.release();
  });
});
