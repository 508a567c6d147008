import { eventually } from '#tests/support/api-client.ts';
import { integrator } from '#tests/support/e2e-configuration.ts';
import { words } from '#tests/support/e2e-console.ts';
import { newEmptyWorkspace, newKeyOf, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const steps = ['connect', 'workflow', 'supplier', 'run', 'wizard'];

test('an empty workspace shows the first steps and checks them off until the wizard is opened', async ({
  device,
  alta,
}) => {
  const [page, supplier] = [await device(), await device()];
  const slug = await newEmptyWorkspace(alta, 'Desde cero');
  await openAsOwner(page, alta, `/w/${slug}`);
  const start = page.getByRole('region', { name: words('overview.start.registration.title') });
  const done = start.getByText(words('overview.start.done'));
  await expect(start.getByRole('listitem')).toHaveCount(steps.length);
  // The app is connected from the start.
  await expect(done).toHaveCount(1);
  await expect(start).toContainText(words('workflows.templates.ar-supplier-registration.name'));
  const caller = integrator(alta, await newKeyOf(alta, slug));
  const [workflow, entry] = [await caller.newWorkflow(), await caller.newSupplier()];
  await page.goto(`${alta.origin}/w/${slug}`);
  await expect(done).toHaveCount(3);
  await caller.run(workflow, entry);
  const { meta } = await eventually(
    () => caller.entry(entry),
    ({ meta }) => meta?.length > 0,
  );
  await page.reload();
  await expect(done).toHaveCount(4);
  await supplier.goto(meta[0].link_url);
  await supplier.locator('form button').first().click();
  await supplier.waitForLoadState();
  await page.reload();
  await expect(page.getByRole('heading', { name: words('overview.funnel.title') })).toBeVisible();
  await expect(start).toBeHidden();
});

test('each number leads to the list of what it counts', async ({ page, alta, supplierAt }) => {
  const { cuit } = await supplierAt('live', 'subir');
  await openAsOwner(page, alta, `/w/${alta.seeded.live.slug}`);
  const funnel = page.getByRole('region', { name: words('overview.funnel.title') });
  const request = funnel
    .getByRole('listitem')
    .filter({ hasText: words('overview.funnel.stages.request-downloaded') });
  const counted = Number.parseInt(await request.getByRole('link').first().innerText(), 10);
  await request.getByRole('link').first().click();
  await expect(page).toHaveURL(/funnel=request-downloaded/);
  await expect(page.getByRole('row')).toHaveCount(Math.min(counted, 25) + 1);
  await page.goBack();
  await request.getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('overview.registrations.title'));
  await expect(page.getByLabel(words('overview.registrations.stage'))).toHaveValue('request-downloaded');
  const digits = cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');
  await expect(page.getByRole('row').filter({ hasText: digits })).toBeVisible();

  await page.getByLabel(words('overview.registrations.stage')).selectOption('created');
  await expect(page).toHaveURL(/stage=created/);
  await expect(page.getByRole('row').filter({ hasText: digits })).toHaveCount(0);
  await page.goto(`${alta.origin}/w/${alta.seeded.live.slug}`);
  const suppliers = page.getByRole('region', { name: /\d/ }).first();
  await suppliers.getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/suppliers\?state=/);
});

test('an invalid cursor leads to the beginning of the list', async ({ page, alta }) => {
  const list = `/w/${alta.seeded.live.slug}/registrations`;
  await openAsOwner(page, alta, list);
  const answer = await page.goto(`${alta.origin}${list}?stage=created&cursor=z`);
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL(`${alta.origin}${list}?stage=created`);
});
