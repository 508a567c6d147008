import { alertOf, button, words } from '#tests/support/e2e-console.ts';
import { at, expectHeading, makeSupplier } from '#tests/support/e2e-entries.ts';
import { newColleague, newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import {
  nameOf,
  newWorkflowFromTemplate,
  openNewWorkflow,
  publish,
  registration,
  saveAs,
  stepsOf,
} from '#tests/support/e2e-workflows.ts';

const editor = (key: string, values?: Record<string, string>) => words(`workflows.editor.${key}`, values);
const titleOf = (provider: string) => words(`workflows.providers.${provider}.title`);
const [webhook, wait] = [titleOf('webhook'), titleOf('gov-ar_wait_authorization')];
const stepLabel = (key: string, number: number, step: string) =>
  editor(key, { list: 'steps', number: String(number), step });

test('steps are added, configured, moved and removed, and every version can be restored', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, 'Con webhook');
  await openAsOwner(page, alta, `/w/${slug}/configuration/workflows`);
  await expect(page.getByRole('heading', { name: words('workflows.list.none') })).toBeVisible();
  await newWorkflowFromTemplate(page, 'Marca blanca');
  await expect(stepsOf(page)).toHaveCount(4);

  await button(page, 'workflows.editor.add').click();
  await page.getByRole('menuitem', { name: webhook }).click();
  const added = stepsOf(page).nth(4);
  await expect(added).toBeFocused();
  await added.getByRole('textbox', { name: words('workflows.providers.webhook.fields.url.label') }).fill('x');
  await publish(page);
  await expect(page.getByRole('alert').filter({ hasText: editor('problemsText') })).toBeVisible();
  await added
    .getByRole('textbox', { name: words('workflows.providers.webhook.fields.url.label') })
    .fill('https://example.com/alta');
  // After the wait nobody would have sent the link.
  await expect(added.getByText(words('workflows.faults.link-too-late'))).toBeVisible();
  for (const number of [5, 4]) {
    await page.getByRole('button', { name: stepLabel('upLabel', number, webhook) }).click();
  }
  await expect(stepsOf(page).nth(2)).toContainText(webhook);
  await expect(page.getByText(words('workflows.faults.link-too-late'))).toBeHidden();
  await saveAs(page, 2);

  await page.getByRole('button', { name: stepLabel('removeLabel', 3, webhook) }).click();
  await expect(stepsOf(page)).toHaveCount(4);
  await page.getByRole('button', { name: editor('undo') }).click();
  await expect(stepsOf(page).nth(2)).toContainText(webhook);
  await page.getByRole('button', { name: stepLabel('removeLabel', 3, webhook) }).click();
  await saveAs(page, 3);

  await page.getByRole('link', { name: words('workflows.page.versions') }).click();
  const versions = page.getByRole('main').getByRole('list').first().locator('> li');
  await expect(versions).toHaveCount(3);
  await page.getByRole('link', { name: words('workflows.versions.compareLabel', { version: '2' }) }).click();
  await expect(page).toHaveURL(/\?version=2$/);
  const differences = words('workflows.versions.differences', { from: '2', to: '3' });
  await expect(page.getByRole('heading', { name: differences })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    words('workflows.changes.removed', { list: 'steps', step: webhook }),
  );
  await page
    .getByRole('button', { name: words('workflows.versions.restoreLabel', { version: '2' }) })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('workflows.versions.restoreTitle', { version: '2' }));
  await dialog.getByRole('button', { name: words('workflows.versions.restore') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toContainText(words('workflows.versions.same'));
  await page.getByRole('link', { name: words('workflows.page.editor') }).click();
  await expect(stepsOf(page)).toHaveCount(5);
  await expect(stepsOf(page).nth(2)).toContainText(webhook);
});

test('the JSON view is the same draft and marks where it is unreadable', async ({ page, alta }) => {
  await openNewWorkflow(page, alta, 'Con JSON');
  const views = page.getByRole('radiogroup', { name: editor('view') });
  await views.getByText(editor('asJson')).click();
  const code = page.getByRole('textbox', { name: editor('json') });
  await expect(code).toContainText('gov-ar.wait.authorization');
  const replace = async (text: string) => {
    await code.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  await replace('{"name": ');
  await expect(page.getByRole('alert').filter({ hasText: editor('unreadable') })).toBeVisible();
  await expect(button(page, 'workflows.editor.save')).toBeDisabled();
  const draft = {
    name: 'Del texto',
    steps: [{ provider: 'silo.state', config: { state: 'void' } }],
    rescue: [],
  };
  await replace(JSON.stringify(draft));
  // Typed on at once: nothing comes back late over it.
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('\n\n');
  await expect.poll(() => code.textContent()).toContain('Del texto');
  await views.getByText(editor('asSteps')).click();
  await expect(nameOf(page)).toHaveValue('Del texto');
  await expect(stepsOf(page)).toHaveCount(1);
  await saveAs(page, 2);
  await expectHeading(page, 'Del texto');
});

test('a disabled workflow is not offered until it is enabled again', async ({ page, alta }) => {
  const name = `Se apaga ${Date.now()}`;
  await openNewWorkflow(page, alta, name);
  const workflow = page.url();
  await button(page, 'workflows.page.disable').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('workflows.page.disableTitle', { name }));
  await expect(dialog.getByRole('button', { name: words('shell.actions.cancel') })).toBeFocused();
  await dialog.getByRole('button', { name: words('workflows.page.disable') }).click();
  await expect(page.getByText(words('workflows.page.disabledText'))).toBeVisible();

  const { id } = await makeSupplier(alta, { name: 'Sin ese workflow' });
  const offered = async () => {
    await page.goto(`${alta.origin}${at(alta, `/entries/${id}`)}`);
    await button(page, 'entry.run.open').click();
    await expect(dialog.getByRole('radio', { name: registration }).first()).toBeVisible();
    return dialog.getByRole('radio', { name, exact: true }).count();
  };
  expect(await offered()).toBe(0);
  await page.goto(workflow);
  await button(page, 'workflows.page.enable').click();
  await expect(page.getByText(words('workflows.page.disabledText'))).toBeHidden();
  expect(await offered()).toBe(1);
});

test('the second of two editors of a workflow sees the first one’s changes and loses nothing', async ({
  device,
  alta,
}) => {
  const [first, second] = [await device(), await device()];
  await openNewWorkflow(first, alta, 'De los dos');
  await newColleague(second, alta, 'Jacinta');
  await second.goto(first.url());
  await nameOf(second).fill('De la segunda');
  await nameOf(first).fill('Del primero');
  await saveAs(first, 2);

  await publish(second);
  const mine = second.getByRole('button', {
    name: words('workflows.conflict.overwrite', { version: '3' }),
  });
  await expect(mine).toBeVisible();
  await expect(
    second.getByText(words('workflows.changes.name', { from: 'De los dos', to: 'Del primero' })),
  ).toBeVisible();
  await expect(nameOf(second)).toHaveValue('De la segunda');
  await mine.click();
  await expectHeading(second, 'De la segunda');
});

test('fields stay locked until their script arrives, so no letter is lost', async ({ page, alta }) => {
  await openNewWorkflow(page, alta, 'Antes');
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(page.url(), { waitUntil: 'commit' });
  const field = page.locator('.editor input[type=text], .editor input:not([type])').first();
  await expect(field).toHaveValue('Antes');
  await field.click({ force: true });
  await page.keyboard.type('nada');
  await expect(field).toHaveValue('Antes');
  scripts.resolve();
  await nameOf(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' y después');
  await saveAs(page, 2);
  await expectHeading(page, 'Antes y después');
});

test('unsaved changes are asked about, by a link and by Back', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/configuration/workflows'));
  await newWorkflowFromTemplate(page, 'A medias');
  await nameOf(page).fill('Cambiado');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: words('shell.nav.members') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: words('shell.leave.stay') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(nameOf(page)).toHaveValue('Cambiado');
  await page.evaluate(() => history.back());
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: words('shell.leave.leave') }).click();
  await expect(nameOf(page)).toHaveValue(/^(?!Cambiado$)/);
});

test('the keyboard alone adds, moves and removes a step', async ({ page, alta }) => {
  await openNewWorkflow(page, alta, 'Teclado');
  await button(page, 'workflows.editor.add').press('Enter');
  await page.getByRole('menuitem', { name: titleOf('silo_state') }).press('Enter');
  await expect(stepsOf(page).nth(4)).toBeFocused();
  const up = (number: number) => page.getByRole('button', { name: stepLabel('upLabel', number, wait) });
  await expect(up(3)).toBeVisible();
  await page.getByRole('button', { name: stepLabel('downLabel', 3, wait) }).press('Enter');
  await expect(page.getByRole('button', { name: stepLabel('downLabel', 4, wait) })).toBeFocused();
  await expect(stepsOf(page).nth(3)).toContainText(wait);
  await page.getByRole('button', { name: stepLabel('removeLabel', 4, wait) }).press('Enter');
  await expect(page.getByRole('button', { name: editor('undo') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stepsOf(page).nth(3)).toBeFocused();
});

test('a step is dragged by its number, and one at a time is open', async ({ page, alta }) => {
  await openNewWorkflow(page, alta, 'Arrastrado');
  await stepsOf(page).nth(2).getByRole('button', { name: wait }).first().click();
  await stepsOf(page).nth(0).getByRole('button', { expanded: false }).first().click();
  await expect(stepsOf(page).getByRole('button', { expanded: true })).toHaveCount(1);
  await page.locator('.flow-number').nth(3).dragTo(stepsOf(page).nth(1));
  await expect(stepsOf(page).nth(1)).toContainText(words('workflows.states.registered'));
  await saveAs(page, 2);
});

test('typed text survives the end of the session', async ({ page, alta }) => {
  await openNewWorkflow(page, alta, 'Sin sesión');
  await nameOf(page).fill('Sigue acá');
  await page.context().clearCookies();
  await publish(page);
  await expect(alertOf(page, 'errors.signed-out')).toBeVisible();
  await expect(nameOf(page)).toHaveValue('Sigue acá');
});

test('a draft is kept, tested on one entry and published with a look at its changes', async ({
  page,
  alta,
}) => {
  const { name } = await makeSupplier(alta, { name: `Para probar ${Date.now()}` });
  await openNewWorkflow(page, alta, 'Con borrador');
  const workflow = page.url();
  await nameOf(page).fill('Borrador');
  await button(page, 'workflows.editor.keepDraft').click();
  await expect(page.getByText(editor('keptNow'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(words('workflows.draft.title'))).toBeVisible();
  await expect(nameOf(page)).toHaveValue('Borrador');
  await expectHeading(page, 'Con borrador');

  await button(page, 'workflows.editor.test').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: words('workflows.test.entry') }).fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: words('workflows.test.submit') }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText(words('jobs.version', { version: 0 }));

  await page.goto(workflow);
  await button(page, 'workflows.editor.save').click();
  await expect(dialog).toContainText(
    words('workflows.changes.name', { from: 'Con borrador', to: 'Borrador' }),
  );
  await dialog.getByRole('button', { name: words('workflows.publish.submit') }).click();
  await expectHeading(page, 'Borrador');
  await expect(page.getByText(words('workflows.draft.title'))).toBeHidden();
});
