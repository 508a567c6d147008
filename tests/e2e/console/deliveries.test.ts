import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { expectHeading } from '#tests/support/e2e-entries.ts';
import { newColleague, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect } from '#tests/support/e2e-test.ts';
import {
  arrived,
  deliveries,
  newListening,
  openLog,
  openRegistration,
  test,
  webhooks,
  webhooksOf,
} from '#tests/support/e2e-webhooks.ts';

test('the log shows each attempt and its answer as plain text, and sends it again', async ({
  page,
  alta,
  receiver,
}) => {
  const hostile =
    '<script>document.title="taken"</script>\u202Egpj.exe<img src=x onerror="document.title=1">';
  receiver.answer({ status: 500, headers: { 'retry-after': '3600' }, body: hostile }, { status: 204 });
  const slug = await newListening(alta, 'Bitácora', receiver);
  await openRegistration(alta, slug);
  await arrived(receiver);
  await openLog(page, alta, slug);
  const row = page.getByRole('row').filter({ hasText: 'registration.created' });
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

test('a gone receiver is disabled, enabled again and sent the abandoned messages', async ({
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
  await page.getByRole('button', { name: webhooks('menuLabel', { url: receiver.url }) }).click();
  await page.getByRole('menuitem', { name: webhooks('enable') }).click();
  // It has taken nothing yet.
  await expect(page.getByText(webhooks('failing.chip'), { exact: true })).toBeVisible();

  await openLog(page, alta, slug);
  const row = page.getByRole('row').filter({ hasText: 'registration.created' });
  const endpoint = page.getByLabel(deliveries('endpoint'));
  await endpoint.fill('nobody.example');
  await endpoint.press('Enter');
  await expect(page).toHaveURL(/endpoint=nobody/);
  await expect(row).toHaveCount(0);
  await endpoint.fill(new URL(receiver.url).host.toUpperCase());
  await page.getByLabel(deliveries('status')).selectOption('dead');
  await expect(page).toHaveURL(/status=dead/);
  await expect(row).toBeVisible();
  await button(page, 'configuration.deliveries.replay').click();
  const dialog = page.getByRole('dialog');
  // It begins with what the list is filtered by.
  await expect(dialog.getByLabel(deliveries('endpoint'))).toHaveValue(
    new URL(receiver.url).host.toUpperCase(),
  );
  await expect(dialog.getByLabel(deliveries('replayWhat'))).toHaveValue('dead');
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

test('after an outage, what has not arrived is counted and resent from the endpoint that fails', async ({
  page,
  alta,
  receiver,
}) => {
  receiver.answer({ status: 503, headers: { 'retry-after': '3600' } }, { status: 200 });
  const slug = await newListening(alta, 'Caída', receiver);
  await openRegistration(alta, slug);
  await arrived(receiver);
  await openAsOwner(page, alta, webhooksOf(slug));
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(webhooks('failing.chip'), { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('row').nth(1)).toContainText(deliveries('answered', { status: '503' }));
  await page.getByRole('button', { name: webhooks('resend.label', { url: receiver.url }) }).click();
  expect(await accessibilityFaults(page, 'resend')).toEqual([]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('configuration.webhooks.resend.submit', { count: 1 }) })
    .click();
  await expectHeading(page, words('batches.names.redeliver', { count: 1 }));
  await arrived(receiver, 2);
});

test('a member who is not an owner sees the signing secrets but can not rotate them', async ({
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
