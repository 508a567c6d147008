import { textOf } from '#lib/faults.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { connectArgentina, goTo } from '#tests/support/e2e-configuration.ts';
import { button, words } from '#tests/support/e2e-console.ts';
import { at, expectHeading, makeSupplier, replaceCode, save } from '#tests/support/e2e-entries.ts';
import { newWorkspaceWithoutApp, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { newWorkflowFromTemplate, registration, runOnEntry } from '#tests/support/e2e-workflows.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { startReceiver } from '#tests/support/receiver.ts';

const job = (key: string, values?: Record<string, string>) => words(`jobs.job.${key}`, values);
const status = (key: string) => words(`jobs.statuses.${key}`);

test('a failed job explains the reason and is run again once the cause is gone', async ({ page, alta }) => {
  const slug = await newWorkspaceWithoutApp(alta, 'Sin app');
  await openAsOwner(page, alta, `/w/${slug}/jobs`);
  await expect(page.getByRole('heading', { name: words('jobs.list.none') })).toBeVisible();
  await newWorkflowFromTemplate(page);
  await goTo(page, 'suppliers');
  await page.getByRole('link', { name: words('suppliers.list.new') }).click();
  await expectHeading(page, words('suppliers.new.title'));
  await replaceCode(page, `{"name": "Otra vez S.A.", "tax_id": {"code": "${newCuit('30')}"}}`);
  await save(page);
  await expectHeading(page, 'Otra vez S.A.');
  await runOnEntry(page);
  const failed = page.url();
  const main = page.getByRole('main');
  const faults = page.getByRole('region', { name: job('faults', { count: '1' }) });
  // Without a reload: the page looks again while the job is on its way.
  await expect(faults).toContainText(textOf('app-not-connected', {}, 'es-AR'));
  await expect(main.locator('.job-status')).toContainText(status('KO'));
  await expect(main.getByRole('heading', { name: job('rescue') })).toBeVisible();
  await main.getByRole('link', { name: 'Otra vez S.A.' }).first().click();
  await expectHeading(page, 'Otra vez S.A.');
  await expect(main.getByText(words('entry.states.error'), { exact: true })).toBeVisible();

  await goTo(page, 'apps');
  await connectArgentina(page);
  await page.goto(failed);
  await button(page, 'jobs.job.again').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(job('againText', { workflow: registration, entry: 'Otra vez S.A.' }));
  await dialog.getByRole('button', { name: job('again') }).click();
  await expect(page).not.toHaveURL(failed);
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
  await expect(main.locator('.job-status')).toContainText(status('QUEUED'));
  await expect(main).toContainText(textOf('awaiting-certificate', {}, 'es-AR'));

  await goTo(page, 'jobs');
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox', { name: words('shell.choice.page') }).check();
  await button(page, 'batches.choice.acts.run-again').click();
  await expect(dialog).toContainText(words('batches.asked.run-again', { count: '1' }));
  await expect(dialog).toContainText(words('batches.left', { count: '1' }));
  await page.keyboard.press('Escape');
  await main.getByLabel(words('jobs.filters.status')).selectOption('KO');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText(status('KO'));
});

test('a waiting job is cancelled under its name and stays so', async ({ page, alta }) => {
  const { id, name } = await makeSupplier(alta, { name: 'Se arrepintió S.A.' });
  await openAsOwner(page, alta, at(alta, `/entries/${id}`));
  await runOnEntry(page, registration);
  const main = page.getByRole('main');
  await expect(main.locator('.job-status')).toContainText(status('QUEUED'));
  await button(page, 'jobs.job.cancel').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(job('cancelTitle', { workflow: registration, entry: name }));
  await expect(dialog.getByRole('button', { name: job('cancelKeep'), exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await button(page, 'jobs.job.cancel').click();
  await dialog.getByRole('button', { name: job('cancel') }).click();
  await expect(dialog).toBeHidden();
  await expect(main.locator('.job-status')).toContainText(status('cancelled'));
  await expect(button(page, 'jobs.job.again')).toBeVisible();
  await main.getByRole('link', { name }).first().click();
  await expect(main).toContainText(words('activity.lines.job.cancelled'));
});

test('a job’s page follows it to its end while the supplier goes through the wizard', {
  tag: '@journey',
}, async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}/jobs`));
  await page
    .getByRole('list', { name: words('entry.jobs.label') })
    .getByRole('link')
    .click();
  const standing = page.getByRole('main').locator('.job-status');
  await expect(standing).toHaveText(status('QUEUED'));
  const link = page.getByRole('region', { name: words('contact.title') });
  await expect(link).toContainText(supplier.link);
  await expect(link.getByRole('link', { name: words('contact.link.open') })).toHaveAttribute(
    'href',
    supplier.link,
  );
  await supplier.reach('end');
  await expect(standing).toContainText(status('OK'), { timeout: 30_000 });
  await expect(link).toBeHidden();
  await expect(page.getByRole('main')).toContainText(textOf('authorised', {}, 'es-AR'));
});

test('a filter that is not an id is reported as such', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/jobs'));
  await page.getByRole('textbox', { name: words('jobs.filters.job') }).fill('1234');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('shell.lists.faults.id'))).toBeVisible();
  await page
    .getByRole('link', { name: words('shell.lists.clear') })
    .first()
    .click();
  await expect(page.getByText(words('shell.lists.faults.id'))).toBeHidden();
});

test('a failed step is retried at once, then skipped with a reason, and links to its delivery', async ({
  page,
  alta,
}) => {
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  const { id: entry } = await makeSupplier(alta, { name: 'Sin receptor S.A.' });
  const receiver = await startReceiver();
  // No scheduled attempt comes within the test.
  receiver.answer({ status: 500, headers: { 'retry-after': '3600' } });
  const { body: workflow } = await call('POST', '/transform/v1/workflows', {
    name: 'Avisa y registra',
    schema: 'org/party',
    steps: [
      { provider: 'webhook', config: { url: receiver.url, wait: 'delivered' } },
      { provider: 'silo.state', config: { state: 'registered' } },
    ],
  });
  const { body: made } = await call('POST', '/transform/v1/jobs', {
    silo_entry_id: entry,
    workflow_id: workflow.id,
  });
  await openAsOwner(page, alta, at(alta, `/jobs/${made.id}`));
  const standing = page.getByRole('main').locator('.job-status');
  await expect(standing).toContainText(status('ERR'));
  await button(page, 'jobs.job.retry').click();
  await expect(page.getByText(words('jobs.job.retryDone'))).toBeVisible();
  await expect.poll(() => receiver.requests.length).toBe(2);
  await expect(standing).toContainText(status('ERR'));
  await receiver.stop();

  await button(page, 'jobs.job.skip.open').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('jobs.job.skip.reason')).fill('Ese receptor ya no está');
  await dialog.getByRole('button', { name: words('jobs.job.skip.submit') }).click();
  await expect(standing).toHaveText(status('OK'));
  await expect(page.getByRole('main')).toContainText(
    textOf('skipped', { reason: 'Ese receptor ya no está' }, 'es-AR'),
  );
  await page.getByRole('link', { name: job('delivery') }).click();
  await expect(page).toHaveURL(/\/webhooks\/deliveries\/[0-9a-f-]{36}$/);
  await page.goto(`${alta.origin}${at(alta, '/activity')}`);
  await expect(page.getByRole('main')).toContainText('Ese receptor ya no está');
});
