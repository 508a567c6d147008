import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { eventually } from '#tests/support/api-client.ts';
import type { E2eAlta } from '#tests/support/e2e-alta.ts';
import { integrator } from '#tests/support/e2e-configuration.ts';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { expectHeading } from '#tests/support/e2e-entries.ts';
import {
  newColleague,
  newConnectedWorkspace,
  newEmptyWorkspace,
  newKeyOf,
  openAsOwner,
} from '#tests/support/e2e-people.ts';
import { test as base, expect } from '#tests/support/e2e-test.ts';
import { type Receiver, startReceiver } from '#tests/support/receiver.ts';

const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of a pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

const webhooks = (key: string, values?: Record<string, string>) =>
  words(`configuration.webhooks.${key}`, values);
const deliveries = (key: string, values?: Record<string, string>) =>
  words(`configuration.deliveries.${key}`, values);

const webhooksOf = (slug: string) => `/w/${slug}/configuration/webhooks`;

/** On the page of the webhooks. Gives the secret that it signs with. */
async function addEndpoint(page: Page, url: string, events = ['registration.opened']): Promise<string> {
  await button(page, 'configuration.webhooks.add').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(webhooks('url')).fill(url);
  for (const event of events) await dialog.getByRole('checkbox', { name: event }).check();
  await dialog.getByRole('button', { name: webhooks('add') }).click();
  return secretOnce(page);
}

async function rotateSecret(page: Page): Promise<string> {
  await button(page, 'configuration.webhooks.secrets.rotate').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: webhooks('secrets.rotate') }).click();
  return secretOnce(page);
}

async function secretOnce(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(webhooks('secrets.onceTitle'))).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: webhooks('secrets.saved') }).click();
  await expect(dialog).toBeHidden();
  return secret;
}

/** A workspace with an endpoint that is told of registrations, as an integrator makes it. */
async function newListening(alta: E2eAlta, name: string, { url }: Receiver): Promise<string> {
  const slug = await newConnectedWorkspace(alta, name);
  const { call } = integrator(alta, await newKeyOf(alta, slug));
  await call('POST', '/transform/v1/webhooks/secrets', {});
  await call('POST', '/transform/v1/webhooks/endpoints', { url, events: ['registration.opened'] });
  return slug;
}

/** Opens a registration, which is told of. */
async function openRegistration(alta: E2eAlta, slug: string) {
  const caller = integrator(alta, await newKeyOf(alta, slug));
  await caller.run(await caller.newWorkflow(), await caller.newSupplier());
}

const arrived = (receiver: Receiver, count = 1) =>
  eventually(
    async () => receiver.requests,
    ({ length }) => length >= count,
  );

async function openLog(page: Page, alta: E2eAlta, slug: string) {
  await openAsOwner(page, alta, webhooksOf(slug));
  await page.getByRole('link', { name: webhooks('tabs.deliveries'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(deliveries('title'));
}

test('an endpoint is told what it subscribed to, signed with both secrets while a rotation lasts', async ({
  page,
  alta,
  receiver,
}) => {
  const slug = await newConnectedWorkspace(alta, 'Avisos');
  await openAsOwner(page, alta, webhooksOf(slug));
  const before = await addEndpoint(page, receiver.url, ['registration.opened', 'job.failed']);
  await page.getByRole('link', { name: new URL(receiver.url).host }).click();
  await test.step('a sample is seen before it is sent, and what it answered after', async () => {
    await page.getByLabel(webhooks('test.event')).selectOption('invoice.authorised');
    await expect(page.locator('pre', { hasText: '"test": true' })).toBeVisible();
    expect(await accessibilityFaults(page, 'endpoint')).toEqual([]);
    await button(page, 'configuration.webhooks.test.send').click();
    const [sample] = await arrived(receiver);
    const told = new Webhook(before).verify(sample?.body ?? '', sample?.headers as Record<string, string>);
    expect(told).toMatchObject({ event: 'invoice.authorised', test: true });
    await page.getByRole('link', { name: webhooks('test.see') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('invoice.authorised');
    await page.goBack();
  });
  const current = await rotateSecret(page);
  await page.reload();
  expect(await page.content()).not.toContain(current);
  await openRegistration(alta, slug);
  const [, request] = await arrived(receiver, 2);
  for (const secret of [before, current]) {
    const message = new Webhook(secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    );
    expect(message).toMatchObject({ event: 'registration.opened' });
  }
  await button(page, 'configuration.webhooks.secrets.end').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: webhooks('secrets.end') })
    .click();
  await expect(page.getByText(webhooks('secrets.before'), { exact: true })).toBeHidden();
});

test('the log shows each attempt and its answer harmlessly, and sends it again', async ({
  page,
  alta,
  receiver,
}) => {
  const hostile =
    '<script>document.title="taken"</script>\u202Egpj.exe<img src=x onerror="document.title=1">';
  receiver.answer({ status: 500, body: hostile }, { status: 204 });
  const slug = await newListening(alta, 'Bitácora', receiver);
  await openRegistration(alta, slug);
  await arrived(receiver);
  await openLog(page, alta, slug);
  const row = page.getByRole('row').filter({ hasText: 'registration.opened' });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(deliveries('answered', { status: '500' }), { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText(new URL(receiver.url).host);
  await row.getByRole('link').click();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Ferretería El Tornillo S.R.L.' }),
  ).toHaveAttribute('href', /\/entries\/[0-9a-f-]{36}$/);
  const answer = page.getByRole('region', { name: new RegExp(deliveries('answer').slice(0, 9)) }).last();
  await expect(answer).toContainText('<script>document.title="taken"</script>\\u{202e}gpj.exe');
  await expect(page).toHaveTitle(new RegExp(deliveries('one')));
  await expect(page.getByText('webhook-signature').first()).toBeVisible();
  // It may have been tried again by itself meanwhile.
  await button(page, 'configuration.deliveries.redeliver').click();
  await arrived(receiver, 2);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(deliveries('statuses.delivered'), { exact: true })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a receiver that is gone is disabled, enabled again, and sent what was given up', async ({
  page,
  alta,
  receiver,
}) => {
  receiver.answer({ status: 410 }, { status: 200 });
  const slug = await newListening(alta, 'Se fue', receiver);
  await openRegistration(alta, slug);
  await arrived(receiver);
  await openAsOwner(page, alta, webhooksOf(slug));
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(webhooks('disabledReasons.gone'))).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: webhooks('enableLabel', { url: receiver.url }) }).click();
  await expect(page.getByText(webhooks('enabled'), { exact: true })).toBeVisible();

  await openLog(page, alta, slug);
  const row = page.getByRole('row').filter({ hasText: 'registration.opened' });
  const endpoint = page.getByLabel(deliveries('endpoint'));
  await endpoint.fill('nobody.example');
  await button(page, 'shell.lists.filter').click();
  await expect(page).toHaveURL(/endpoint=nobody/);
  await expect(row).toHaveCount(0);
  await endpoint.fill(new URL(receiver.url).host.toUpperCase());
  await page.getByLabel(deliveries('status')).selectOption('dead');
  await button(page, 'shell.lists.filter').click();
  await expect(page).toHaveURL(/status=dead/);
  await expect(row).toBeVisible();
  await button(page, 'configuration.deliveries.replay').click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: deliveries('replayCount') });
  await send.click();
  await expect(dialog.getByText(deliveries('sinceMissing'))).toBeVisible();
  await dialog.getByLabel(deliveries('since')).fill('2020-01-01T00:00');
  await dialog.getByLabel(deliveries('until')).fill('2019-12-31T00:00');
  await dialog.getByLabel(deliveries('endpoint')).fill('nobody');
  await send.click();
  await expect(dialog.getByText(deliveries('untilTooEarly'))).toBeVisible();
  await dialog.getByLabel(deliveries('until')).fill('2020-01-02T00:00');
  await send.click();
  await expect(dialog.getByText(deliveries('endpointUnknown'))).toBeVisible();
  await dialog.getByLabel(deliveries('endpoint')).fill(receiver.url);
  await send.click();
  await expect(dialog.getByText(deliveries('nothingToReplay'))).toBeVisible();
  await dialog.getByLabel(deliveries('until')).fill('');
  await send.click();
  await dialog
    .getByRole('button', { name: words('configuration.deliveries.replaySubmit', { count: 1 }) })
    .click();
  await expectHeading(page, words('batches.names.redeliver', { count: 1 }));
  await arrived(receiver, 2);
  await expect(page.getByRole('status').filter({ hasText: words('batches.page.done') })).toBeVisible();
});

test('an address of the local network is refused, and what was typed stays; removed by its name', async ({
  page,
  alta,
}) => {
  await openAsOwner(page, alta, webhooksOf(await newEmptyWorkspace(alta, 'Direcciones')));
  await button(page, 'configuration.webhooks.add').click();
  const dialog = page.getByRole('dialog');
  const url = dialog.getByLabel(webhooks('url'));
  await url.fill('https://10.0.0.1/hook');
  await dialog.getByRole('checkbox', { name: webhooks('everyEvent') }).check();
  await expect(dialog.getByRole('checkbox', { name: 'job.failed' })).toBeDisabled();
  await dialog.getByRole('button', { name: webhooks('add') }).click();
  await expect(dialog.getByText(words('errors.address-refused'))).toBeVisible();
  await expect(url).toHaveValue('https://10.0.0.1/hook');
  await expect(url).toBeFocused();
  const good = 'https://erp.example/hook';
  await url.fill(good);
  await page.keyboard.press('Enter');
  await secretOnce(page);

  const row = page.getByRole('row').filter({ hasText: good });
  await row.getByRole('button', { name: webhooks('editLabel', { url: good }) }).click();
  await dialog.getByLabel(webhooks('description')).fill('El <i>nuevo</i>');
  await dialog.getByRole('button', { name: webhooks('save') }).click();
  await expect(row).toContainText('El <i>nuevo</i>');
  await row.getByRole('button', { name: webhooks('removeLabel', { url: good }) }).click();
  await expect(dialog).toContainText(good);
  await dialog.getByRole('button', { name: webhooks('remove') }).click();
  await expect(row).toHaveCount(0);
});

test('who is no owner sees which secrets sign, and rotates none; deliveries of others are not there', async ({
  device,
  alta,
  receiver,
}) => {
  const [owner, member] = [await device(), await device()];
  await newColleague(member, alta, 'Marta');
  await member.goto(`${alta.origin}${webhooksOf(alta.seeded.sandbox.slug)}`);
  await expect(member.getByText(webhooks('secrets.onlyOwners'))).toBeVisible();
  for (const act of ['rotate', 'create']) {
    await expect(button(member, `configuration.webhooks.secrets.${act}`)).toHaveCount(0);
  }
  const slug = await newListening(alta, 'Ajeno', receiver);
  await openRegistration(alta, slug);
  await arrived(receiver);
  await openLog(owner, alta, slug);
  await owner.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(owner.getByText('webhook-signature').first()).toBeVisible();
  const id = new URL(owner.url()).pathname.split('/').at(-1);
  const own = `${alta.origin}${webhooksOf(alta.seeded.sandbox.slug)}/deliveries`;
  for (const each of [id, 'nonsense']) {
    expect((await member.request.get(`${own}/${each}`)).status()).toBe(404);
  }
  expect((await member.request.get(owner.url())).status()).toBe(404);
});
