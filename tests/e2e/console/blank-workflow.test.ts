import { button, words } from '#tests/support/e2e-console.ts';
import { expectHeading } from '#tests/support/e2e-entries.ts';
import { newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { nameOf, stepsOf } from '#tests/support/e2e-workflows.ts';

const editor = (key: string, values?: Record<string, string>) => words(`workflows.editor.${key}`, values);
const titleOf = (provider: string) => words(`workflows.providers.${provider}.title`);
const webhook = titleOf('webhook');

test('a blank workflow lists all that it lacks, each with a link to the place', async ({ page, alta }) => {
  const slug = await newEmptyWorkspace(alta, 'En blanco');
  await openAsOwner(page, alta, `/w/${slug}/configuration/workflows/new?template=none`);
  await expectHeading(page, words('workflows.start.emptyTitle'));
  for (const title of [webhook, titleOf('silo_state')]) {
    await button(page, 'workflows.editor.add').click();
    await page.getByRole('menuitem', { name: title }).click();
  }
  await button(page, 'workflows.editor.create').click();
  const lines = page
    .getByRole('alert')
    .filter({ hasText: editor('problemsText') })
    .getByRole('listitem');
  const missing = words('errors.required');
  const ofStep = (number: string, step: string) => editor('inStep', { number, step });
  const fieldOf = (path: string) => words(`workflows.providers.${path}.label`);
  await expect(lines).toHaveText([
    `${editor('name')}: ${missing}`,
    `${ofStep('1', webhook)} ${fieldOf('webhook.fields.url')}: ${missing}`,
    `${ofStep('2', titleOf('silo_state'))} ${fieldOf('silo_state.fields.state')}: ${missing}`,
  ]);
  await lines.nth(1).getByRole('link').click();
  await expect(stepsOf(page).first()).toBeFocused();
  await expect(page.getByRole('textbox', { name: fieldOf('webhook.fields.url') })).toBeVisible();
  await lines.first().getByRole('link').click();
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type('Completo');
  await expect(lines).toHaveCount(2);
});
