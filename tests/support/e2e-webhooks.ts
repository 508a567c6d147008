import type { Page } from '@playwright/test';
import { eventually } from './api-client.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { integrator } from './e2e-configuration.ts';
import { button, words } from './e2e-console.ts';
import { newEmptyWorkspace, newKeyOf, openAsOwner } from './e2e-people.ts';
import { test as base, expect } from './e2e-test.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of a pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

export const webhooks = (key: string, values?: Record<string, string>) =>
  words(`configuration.webhooks.${key}`, values);
export const deliveries = (key: string, values?: Record<string, string>) =>
  words(`configuration.deliveries.${key}`, values);

export const webhooksOf = (slug: string) => `/w/${slug}/configuration/webhooks`;

/** Requires the page of the webhooks. Returns the secret the endpoint signs with. */
export async function addEndpoint(
  page: Page,
  url: string,
  events = ['registration.created'],
): Promise<string> {
  await button(page, 'configuration.webhooks.add').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(webhooks('url')).fill(url);
  for (const event of events) await dialog.getByRole('checkbox', { name: event }).check();
  await dialog.getByRole('button', { name: webhooks('add') }).click();
  return secretOnce(page);
}

export async function rotateSecret(page: Page): Promise<string> {
  await button(page, 'configuration.webhooks.secrets.rotate').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: webhooks('secrets.rotate'), exact: true }).click();
  return secretOnce(page);
}

export async function secretOnce(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(webhooks('secrets.onceTitle'))).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: webhooks('secrets.saved') }).click();
  await expect(dialog).toBeHidden();
  return secret;
}

/** A workspace with an endpoint for registrations, created like an integrator's. */
export async function newListening(alta: E2eAlta, name: string, { url }: Receiver): Promise<string> {
  const slug = await newEmptyWorkspace(alta, name);
  const { call } = integrator(alta, await newKeyOf(alta, slug));
  await call('POST', '/transform/v1/webhooks/secrets', {});
  await call('POST', '/transform/v1/webhooks/endpoints', { url, events: ['registration.created'] });
  return slug;
}

/** Opens a registration, which causes an event. */
export async function openRegistration(alta: E2eAlta, slug: string) {
  const caller = integrator(alta, await newKeyOf(alta, slug));
  await caller.run(await caller.newWorkflow(), await caller.newSupplier());
}

export const arrived = (receiver: Receiver, count = 1) =>
  eventually(
    async () => receiver.requests,
    ({ length }) => length >= count,
  );

export async function openLog(page: Page, alta: E2eAlta, slug: string) {
  await openAsOwner(page, alta, webhooksOf(slug));
  await page.getByRole('link', { name: webhooks('tabs.deliveries'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(deliveries('title'));
}
