import { Webhook } from 'standardwebhooks';
import { accessibilityFaults, alertOf, button, words } from '#tests/support/e2e-console.ts';
import { newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect } from '#tests/support/e2e-test.ts';
import {
  addEndpoint,
  arrived,
  openRegistration,
  rotateSecret,
  secretOnce,
  test,
  webhooks,
  webhooksOf,
} from '#tests/support/e2e-webhooks.ts';

test('an endpoint gets its events, signed with both secrets during a rotation', async ({
  page,
  alta,
  receiver,
}) => {
  const slug = await newEmptyWorkspace(alta, 'Avisos');
  await openAsOwner(page, alta, webhooksOf(slug));
  const before = await addEndpoint(page, receiver.url, ['registration.created', 'job.failed']);
  await page.getByRole('link', { name: new URL(receiver.url).host }).click();
  await test.step('a sample is shown before it is sent, and its answer after', async () => {
    await page.getByLabel(webhooks('test.event')).selectOption('invoice.authorised');
    await expect(page.locator('pre', { hasText: '"test": true' })).toBeVisible();
    expect(await accessibilityFaults(page, 'endpoint')).toEqual([]);
    await button(page, 'configuration.webhooks.test.send').click();
    const [sample] = await arrived(receiver);
    const told = new Webhook(before).verify(sample?.body ?? '', sample?.headers as Record<string, string>);
    expect(told).toMatchObject({ event: 'invoice.authorised', test: true });
    await expect(page.getByRole('status').filter({ hasText: / ms/ })).toContainText('200');
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
    expect(message).toMatchObject({ event: 'registration.created' });
  }
  await button(page, 'configuration.webhooks.secrets.end').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: webhooks('secrets.end') })
    .click();
  await expect(page.getByText(webhooks('secrets.before'), { exact: true })).toBeHidden();
});

test('a local network address is refused with its values kept; an endpoint is removed by name', async ({
  page,
  alta,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openAsOwner(page, alta, webhooksOf(await newEmptyWorkspace(alta, 'Direcciones')));
  await button(page, 'configuration.webhooks.add').click();
  const dialog = page.getByRole('dialog');
  const url = dialog.getByLabel(webhooks('url'));
  await url.fill('https://10.0.0.1/hook');
  await dialog.getByRole('checkbox', { name: webhooks('everyEvent') }).check();
  await expect(dialog.getByRole('checkbox', { name: 'job.failed' })).toBeDisabled();
  await dialog.getByRole('button', { name: webhooks('add') }).click();
  await expect(dialog.getByText(words('errors.address-refused.not-public'))).toBeVisible();
  await expect(url).toHaveValue('https://10.0.0.1/hook');
  await expect(url).toBeFocused();
  // However long the form is, both are in the window.
  await expect(dialog.getByRole('button', { name: webhooks('add') })).toBeInViewport({ ratio: 1 });
  await expect(alertOf(page, 'errors.validation')).toBeInViewport({ ratio: 1 });
  const good = 'https://erp.example/hook';
  await url.fill(good);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await url.fill('http://erp.example/hook');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(words('errors.address-refused.https-elsewhere'))).toBeVisible();
  await url.fill(good);
  await page.keyboard.press('Enter');
  await secretOnce(page);

  const row = page.getByRole('row').filter({ hasText: 'erp.example' });
  await row.getByRole('button', { name: webhooks('menuLabel', { url: good }) }).click();
  await page.getByRole('menuitem', { name: webhooks('edit') }).click();
  await dialog.getByLabel(webhooks('description')).fill('El <i>nuevo</i>');
  await dialog.getByRole('button', { name: webhooks('save') }).click();
  await expect(row).toContainText('El <i>nuevo</i>');
  await row.getByRole('button', { name: webhooks('menuLabel', { url: good }) }).click();
  await page.getByRole('menuitem', { name: webhooks('remove') }).click();
  await expect(dialog).toContainText(good);
  await dialog.getByRole('button', { name: webhooks('remove') }).click();
  await expect(row).toHaveCount(0);
});
