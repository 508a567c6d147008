import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { apiClient, eventually } from '../support/api-client.ts';
import type { E2eAlta } from '../support/e2e-alta.ts';
import { brand } from '../support/e2e-seed.ts';
import { newSupplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { expectStep, press, text } from '../support/e2e-wizard.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

/** Who invoices for others: has a key of the API and a server that webhooks go to, and never sees Alta's own pages. */
async function newIntegrator(alta: E2eAlta, receiver: Receiver) {
  const call = apiClient(alta.origin, alta.seeded.branded.apiKey);
  const { secret } = (await call('POST', '/transform/v1/webhooks/secrets', {})).body;
  return {
    call,
    /** Who a supplier that came back is, and how it went: verified before it is believed. */
    cameBack(address: string) {
      const told = Object.fromEntries(new URL(address).searchParams);
      const key = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
      const status = new Webhook(key.update('return_url').digest('base64')).verify(
        JSON.stringify(told.status),
        {
          'webhook-id': told.silo_entry_id ?? '',
          'webhook-timestamp': told.timestamp ?? '',
          'webhook-signature': told.signature ?? '',
        },
      );
      return { status, entry: told.silo_entry_id };
    },
    /** The registration workflow of the template, with a message before the wait and one at the end. */
    async newWorkflow(): Promise<string> {
      const { body: made } = await call('POST', '/transform/v1/workflows', {
        template: 'ar-supplier-registration',
        name: 'White label',
      });
      const tell = (event: string) => ({ provider: 'webhook', config: { url: receiver.url, event } });
      const steps = made.steps.flatMap((step: { provider: string }) =>
        step.provider === 'gov-ar.wait.authorization' ? [tell('link.ready'), step] : [step],
      );
      const path = `/transform/v1/workflows/${made.id}`;
      const changed = await call('PATCH', path, {
        version: made.version,
        steps: [...steps, tell('registered')],
      });
      expect(changed.status).toBe(200);
      expect(changed.body).not.toHaveProperty('warnings');
      return made.id;
    },
    /** The message of that event, once it has arrived: verified before it is believed. */
    async told(event: string) {
      const ofEvent = () => receiver.requests.filter(({ json }) => json.event === event);
      const [request] = await eventually(
        async () => ofEvent(),
        ({ length }) => length > 0,
      );
      if (!request) throw new Error(`no message ${event}`);
      const message = new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
      return message as { siloEntryId: string; transform_job_id: string; faults: unknown[] };
    },
    fetchEntry: async (id: string) => (await call('GET', `/silo/v1/entries/${id}`)).body,
  };
}

test('an integrator gets a supplier’s link from a webhook, and the supplier back at the end', {
  tag: '@journey',
}, async ({ alta, page }) => {
  const receiver = await startReceiver();
  try {
    const integrator = await newIntegrator(alta, receiver);
    const supplier = await newSupplier(alta, 'branded', await integrator.newWorkflow());

    const ready = await integrator.told('link.ready');
    const entry = await integrator.fetchEntry(ready.siloEntryId);
    expect(entry).toMatchObject({ state: 'processing', folder: 'suppliers' });
    const record = entry.meta.find((meta: { src: string; key: string }) => {
      return meta.src === 'gov-ar' && meta.key === 'link';
    });
    expect(record).toMatchObject({ entry_id: ready.siloEntryId, link_scope: 'public' });
    expect(record.link_url).toBe(`${alta.origin}/reg/${record.ref}`);

    await page.goto(record.link_url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('start.heading'));
    await expect(page.getByText(brand.wizard.greeting.es)).toBeVisible();
    await press(page, 'start.begin');
    await expectStep(page, 'datos', supplier);
    expect(receiver.requests.map(({ json }) => json.event)).toEqual(['link.ready']);

    await supplier.reach('end');
    await supplier.registered();
    const registered = await integrator.told('registered');
    expect(registered).toMatchObject({
      siloEntryId: ready.siloEntryId,
      transform_job_id: ready.transform_job_id,
      faults: [],
    });
    expect((await integrator.fetchEntry(registered.siloEntryId)).state).toBe('registered');
    const jobPath = `/transform/v1/jobs/${registered.transform_job_id}`;
    await eventually(
      async () => (await integrator.call('GET', jobPath)).body,
      ({ status }) => status === 'OK',
    );
    expect(receiver.requests.map(({ json }) => json.event)).toEqual(['link.ready', 'registered']);
    for (const { body } of receiver.requests) expect(body.toString()).not.toContain(record.ref);

    await page.goto(record.link_url);
    const back = page.getByRole('link', { name: text('done.return', { holder: brand.wizard.name }) });
    // Asked for, not followed: no page of the wizard asks another host for anything, and the platform is none of ours.
    const way = `${alta.origin}${await back.getAttribute('href')}`;
    const left = await page.request.get(way, { maxRedirects: 0 });
    const address = left.headers().location ?? '';
    expect(address.startsWith(`${brand.returnUrl}?`)).toBe(true);
    expect(integrator.cameBack(address)).toEqual({ status: 'registered', entry: ready.siloEntryId });
  } finally {
    await receiver.stop();
  }
});
