import { apiClient, eventually } from './api-client.ts';
import type { Names } from './console-addresses.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { newInvitation } from './e2e-people.ts';
import type { Supplier } from './e2e-supplier.ts';

/** Sends all events of the live workspace to `url` from now on. */
export async function listenIn(alta: E2eAlta, url: string) {
  const call = apiClient(alta.origin, alta.seeded.live.apiKey);
  await call('POST', '/transform/v1/webhooks/endpoints', { url, events: ['*'] });
}

/** One of each thing in the live workspace that has its own page, made by what happened to `supplier`. */
export async function namesIn(alta: E2eAlta, supplier: Supplier): Promise<Names> {
  const { slug, apiKey, workflow } = alta.seeded.live;
  const call = apiClient(alta.origin, apiKey);
  const entry = supplier.entry;
  const job = (await call('GET', `/transform/v1/jobs?silo_entry_id=${entry}`)).body.list[0].id;
  const delivered = await eventually(
    async () => (await call('GET', '/transform/v1/webhooks/deliveries?status=delivered')).body.list,
    ({ length }) => length > 0,
  );
  const batch = await call('POST', '/transform/v1/batches', {
    operation: 'extend-link',
    rows: [{ key: entry, data: { silo_entry_id: entry } }],
  });
  return {
    w: slug,
    batches: batch.body.id,
    entries: entry,
    series: '3-1',
    webhooks: delivered[0].endpoint_id,
    issuers: entry,
    files: 'none',
    jobs: job,
    workflows: workflow,
    deliveries: delivered[0].id,
    password: 'none',
    invite: (await newInvitation(alta, slug)).split('/').at(-1) ?? '',
  };
}
