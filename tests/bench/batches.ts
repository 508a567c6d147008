import { newCuit } from '#tests/support/new-cuit.ts';
import type { Row, Table } from './report.ts';
import { amount, median, millisecondsOf } from './rounds.ts';
import { onSite, type Site } from './servers.ts';

const count = amount(10_000, 20);

/** One batch that makes suppliers, by the API, beside another workspace's pings. */
export async function measureBatches(): Promise<Table[]> {
  return [await onSite(measure)];
}

async function measure(site: Site): Promise<Table> {
  const rows = Array.from({ length: count }, (_, index) => ({
    key: `row-${index}`,
    data: {
      folder: 'suppliers',
      data: { name: `Almacén ${index}`, tax_id: { country: 'AR', code: newCuit('30') } },
    },
  }));
  const asked = { operation: 'create-entry', rows };
  const begun = performance.now();
  const { id } = await call(site, 'sandbox', '/transform/v1/batches', asked);
  const made = performance.now();
  const pings: number[] = [];
  let batch = { status: 'running', done: 0 };
  while (batch.status !== 'completed') {
    pings.push(await millisecondsOf(() => call(site, 'live', '/utils/v1/ping')));
    await new Promise((resolve) => setTimeout(resolve, 100));
    batch = await call(site, 'sandbox', `/transform/v1/batches/${id}`);
  }
  const seconds = (performance.now() - made) / 1_000;
  if (batch.done !== count) throw new Error(`${batch.done} of ${count} rows were done`);
  const measured: Row[] = [
    { what: 'checked and made', measured: `${((made - begun) / 1_000).toFixed(1)} s`, reference: '' },
    {
      what: 'worked',
      measured: `${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} rows /s`,
      reference: '',
    },
    {
      what: 'pings meanwhile, median / worst',
      measured: `${median(pings).toFixed(0)} / ${Math.max(...pings).toFixed(0)} ms`,
      reference: '',
    },
  ];
  return {
    title: `A batch of ${count.toLocaleString('en')} suppliers`,
    rows: measured,
    notes: ['By one process; its rows are worked one after the other.'],
  };
}

async function call(site: Site, environment: 'sandbox' | 'live', path: string, body?: object) {
  const answer = await fetch(`${site.origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${site.seeded[environment].apiKey}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
