import { formatCuit } from '#lib/documents/cuit.ts';
import { partySchema } from '#lib/documents/schema-addresses.ts';
import { goTo } from '#tests/support/e2e-configuration.ts';
import { membersPath, signInAt, words } from '#tests/support/e2e-console.ts';
import { build, expectHeading, replaceCode, save } from '#tests/support/e2e-entries.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { goThroughFromStart } from '#tests/support/e2e-walk.ts';
import { newWorkflowFromTemplate, runOnEntry } from '#tests/support/e2e-workflows.ts';
import { newCuit } from '#tests/support/new-cuit.ts';

test('an empty workspace leads to a registered supplier, with clicks and keys only', async ({
  page,
  alta,
}) => {
  const [cuit, name] = [newCuit('30'), 'Ferretería El Tornillo S.R.L.'];
  const main = page.getByRole('main');

  await test.step('log in and create a workspace', async () => {
    await signInAt(page, alta, membersPath(alta));
    await page.getByRole('button', { name: /Facturas del Sur Pruebas/ }).click();
    await page.getByRole('menuitem', { name: words('shell.workspaces.new') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words('shell.workspaces.name')).fill('Puesta en marcha');
    await dialog.getByRole('button', { name: words('shell.workspaces.create') }).click();
    await expect(page.getByRole('button', { name: /Puesta en marcha Pruebas/ })).toBeVisible();
  });

  await test.step('make the registration workflow from its template', () => newWorkflowFromTemplate(page));

  await test.step('make a supplier in the editor', async () => {
    await goTo(page, 'suppliers');
    await page.getByRole('link', { name: words('suppliers.list.new') }).click();
    await expectHeading(page, words('suppliers.new.title'));
    const party = { $schema: partySchema, name, tax_id: { code: formatCuit(cuit), country: 'AR' } };
    await replaceCode(page, JSON.stringify(party, null, 2));
    await build(page);
    await expect(main.getByRole('status').filter({ hasText: words('suppliers.editor.built') })).toBeVisible();
    await save(page);
    await expectHeading(page, name);
    await expect(main.getByText(words('entry.states.empty'), { exact: true })).toBeVisible();
  });

  await test.step('run the workflow', async () => {
    await runOnEntry(page);
    await main.getByRole('link', { name }).first().click();
    await expectHeading(page, name);
    await expect(main.getByText(words('entry.stages.link-not-opened'), { exact: true })).toBeVisible();
  });

  const wizard = await test.step('open the wizard from the card of the supplier', async () => {
    const opened = page.waitForEvent('popup');
    await main.getByRole('link', { name: words('contact.link.open') }).click();
    const wizard = await opened;
    await wizard.waitForURL(/\/reg\/\w+$/);
    await wizard.waitForLoadState();
    // Nothing of the Console is in it.
    await expect(wizard.locator('[src*="_next"], [href*="_next"]')).toHaveCount(0);
    return wizard;
  });

  await test.step('go through the wizard and the portal', () =>
    goThroughFromStart(wizard, {
      environment: 'sandbox',
      cuit,
      person: newCuit('27'),
      link: wizard.url(),
      portal: `${alta.simulator.url}/sandbox/portal`,
    }));

  await test.step('see the supplier registered, without a reload', async () => {
    await page.bringToFront();
    await expect(main.getByText(words('entry.states.registered'), { exact: true })).toBeVisible({
      timeout: 30_000,
    });
    const card = page.getByRole('region', { name: words('entry.registration.title') });
    await expect(card).toContainText(words('entry.registration.state.completed'));
    await expect(card).toContainText(words('entry.registration.certificate.active'));
  });
});
