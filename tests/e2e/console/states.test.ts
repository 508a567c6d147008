import { accessibilityFaults, membersPath, words } from '#tests/support/e2e-console.ts';
import { newEmptyWorkspace, newInvitation, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

// What pages.test.ts does not come by: pages that are empty, forms that are open or were refused.

test('no state of a person’s or a workspace’s page has a fault that axe finds', async ({ device, alta }) => {
  const [page, stranger] = [await device(), await device()];
  const faults: string[] = [];
  const look = async (name: string, at = page) => faults.push(...(await accessibilityFaults(at, name)));

  await stranger.goto(`${alta.origin}/login`);
  await stranger.getByLabel(words('account.signIn.email')).fill('nobody@example.com');
  await stranger
    .getByRole('textbox', { name: words('account.signIn.password') })
    .fill('not this one, surely');
  await stranger.getByRole('button', { name: words('account.signIn.submit') }).click();
  await expect(
    stranger.getByRole('alert').filter({ hasText: words('errors.wrong-credentials') }),
  ).toBeVisible();
  await look('login, refused', stranger);

  // With the strip that says that it is the sandbox.
  await openAsOwner(page, alta, membersPath(alta));
  await look('members of the sandbox');
  await page.getByRole('button', { name: words('account.members.leave'), exact: true }).click();
  await expect(page.getByRole('dialog').getByText(words('account.members.leaveText'))).toBeVisible();
  await look('members, dialog');

  const link = await newInvitation(alta, alta.seeded.sandbox.slug);
  for (const [name, at, address] of [
    ['nothing at all', page, `${alta.origin}/w/nothing/at-all`],
    ['invitation, member already', page, link],
    ['invitation, gone', stranger, `${link}x`],
  ] as const) {
    await at.goto(address);
    await look(name, at);
  }
  expect(faults).toEqual([]);
});

test('no state of the overview or the configuration has a fault that axe finds', async ({
  device,
  alta,
  supplierAt,
}) => {
  test.setTimeout(180_000);
  const page = await device();
  const faults: string[] = [];
  const look = async (name: string) => faults.push(...(await accessibilityFaults(page, name)));
  const press = (key: string) => page.getByRole('button', { name: words(key), exact: true }).click();
  const slug = await newEmptyWorkspace(alta, 'Vacío');
  for (const path of [
    '',
    '/configuration/apps',
    '/configuration/api-keys',
    '/configuration/webhooks',
    '/configuration/workspace',
  ]) {
    await openAsOwner(page, alta, `/w/${slug}${path}`);
    await look(`empty${path}`);
  }
  const live = `${alta.origin}/w/${alta.seeded.live.slug}`;
  await page.goto(`${live}/configuration/apps/gov-ar`);
  await page.getByLabel(words('configuration.apps.settings.colour'), { exact: true }).fill('#ff8800');
  await page.getByRole('tab', { name: words('configuration.apps.settings.sections.registrations') }).click();
  await page.getByLabel(words('configuration.apps.settings.alias')).fill('9');
  await press('configuration.apps.settings.save');
  await expect(page.getByRole('alert').filter({ hasText: words('shell.failure.title') })).toBeVisible();
  await look('settings, refused');

  await page.goto(`${live}/configuration/api-keys`);
  await press('configuration.apiKeys.new');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('new key');
  await page.getByLabel(words('configuration.apiKeys.name')).fill('axe');
  await press('configuration.apiKeys.create');
  await expect(page.getByText(words('configuration.apiKeys.onceTitle'))).toBeVisible();
  await look('key, shown');

  await page.goto(`${live}/configuration/webhooks`);
  await press('configuration.webhooks.add');
  await page.getByLabel(words('configuration.webhooks.url')).fill('https://axe.example/hook');
  await page.getByRole('checkbox', { name: 'registration.created' }).check();
  await look('new endpoint');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('configuration.webhooks.add') })
    .click();
  await press('configuration.webhooks.secrets.saved');
  await expect(page.getByRole('dialog')).toBeHidden();
  await look('webhooks');
  // Its deliveries fail: nobody is there.
  await supplierAt('live');
  await page.goto(`${live}/configuration/webhooks/deliveries`);
  await look('deliveries');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: words('configuration.deliveries.redeliver') })).toBeVisible();
  await look('delivery, failed');
  expect(faults).toEqual([]);
});
