// @module-tag slow
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { startGate } from '#tests/support/gate.ts';
import { leaveSandboxWork, sandboxWork } from '#tests/support/hanging-neighbour.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { authorityOf, simulatorOfWorker } from '#tests/support/simulator.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey } from '#tests/support/workspace.ts';

const party = { name: 'Otra panadería S.R.L.', tax_id: { country: 'AR', code: newCuit('30') } };

/** `ALTA_HANGING_MINUTES=60 npx vitest run --project integration tests/integration/api/authority-hanging.test.ts`: an hour. */
const minutes = Number(process.env.ALTA_HANGING_MINUTES ?? 0);
const { invoices, logins } = sandboxWork;
const simulator = await simulatorOfWorker();

vi.setConfig({ testTimeout: minutes * 60_000 * 1.6 + 180_000 });

test.skipIf(minutes === 0)(
  'an authority that accepts calls and never answers stops neither the application nor its waiting work',
  async () => {
    const source = await newDatabase();
    const gate = await startGate(simulator.url);
    onTestFinished(gate.stop);
    const { apiKey, ref, cuit } = await withDatabase(source, async () => {
      const { ctx, cuit } = await leaveSandboxWork(simulator);
      return { apiKey: await newApiKey(ctx), ref: (await newRegistration(ctx)).ref, cuit };
    });

    gate.shut();
    const alta = await startAlta(source, {
      ...authorityOf({ ...simulator, url: gate.url }),
      ARCA_TIMEOUT_SECONDS: '30',
      LOG_LEVEL: 'info',
    });
    onTestFinished(() => alta.stop());
    const call = apiClient(alta.origin, apiKey);
    const until = Date.now() + minutes * 60_000;
    const memory: number[] = [];
    while (Date.now() < until) {
      for (const path of ['/api/health/ready', `/reg/${ref}`]) {
        expect((await fetchPage(alta.origin + path)).status, path).toBe(200);
      }
      const made = await call('POST', '/silo/v1/entries', { data: party });
      expect(made.status).toBe(200);
      memory.push(await residentMiB(alta));
      await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, until - Date.now())));
    }
    expect(gate.waited()).toBeGreaterThan(0);
    // One for each that waits, and Alta's own looks at how the authority is.
    expect(gate.waited()).toBeLessThanOrEqual(invoices + logins + 4);
    expect(alta.output()).not.toMatch(/"level":(50|60)/);

    gate.open();
    // Each comes when its turn is, which after an hour may be half an hour later.
    const openedAt = Date.now();
    const done = () =>
      looking(source, async () => [
        await database().$count(certificates, sql`activated_at is not null`),
        await database().$count(invoiceSubmissions, sql`cae is not null`),
      ]);
    while (String(await done()) !== String([logins + 1, invoices])) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    const seconds = Math.round((Date.now() - openedAt) / 1_000);
    const theirs = await simulator.control.vouchers('sandbox', cuit);
    expect(theirs.map(({ number }) => number)).toEqual(Array.from({ length: invoices }, () => 1));
    const [first, last] = [memory.at(Math.floor(memory.length / 4)), memory.at(-1)];
    console.log(
      `${minutes} minutes: ${gate.waited()} connections at most, memory ${first} MiB after a quarter and ${last} MiB at the end; all was done ${seconds} s later`,
    );
    await alta.stop();
  },
);

async function residentMiB({ origin }: RunningAlta): Promise<number> {
  const metrics = await (await fetchPage(`${origin}/api/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20);
}
