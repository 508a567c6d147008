import { alertOf, button, membersPath, passwordField, signInAt, words } from '#tests/support/e2e-console.ts';
import { newColleague } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const next = 'otras cinco palabras muy sueltas';

test('a new password ends the other sessions at once, but not this one', async ({ device, alta }) => {
  const [here, there] = [await device(), await device()];
  const person = await newColleague(here, alta, 'Beto');
  await signInAt(there, alta, membersPath(alta), person);
  await here.goto(`${alta.origin}/account`);
  await passwordField(here, 'account.account.currentPassword').fill('not this one, surely');
  await passwordField(here, 'account.account.newPassword').fill(next);
  await button(here, 'account.account.changePassword').click();
  await expect(passwordField(here, 'account.account.currentPassword')).toHaveAccessibleDescription(
    new RegExp(words('errors.wrong-password')),
  );
  await expect(passwordField(here, 'account.account.currentPassword')).toBeFocused();
  await passwordField(here, 'account.account.currentPassword').fill(person.password);
  await passwordField(here, 'account.account.newPassword').fill(next);
  await button(here, 'account.account.changePassword').click();
  await expect(here.getByText(words('account.account.passwordChanged'))).toBeVisible();
  await there.reload();
  await expect(there).toHaveURL(/\/login\?return_to=/);
  await here.reload();
  await expect(here).toHaveURL(`${alta.origin}/account`);
});

test('a weak password is refused with its reason', async ({ page, alta }) => {
  const person = await newColleague(page, alta, 'Caro');
  await page.goto(`${alta.origin}/account`);
  await passwordField(page, 'account.account.currentPassword').fill(person.password);
  await passwordField(page, 'account.account.newPassword').fill(person.email);
  await button(page, 'account.account.changePassword').click();
  await expect(alertOf(page, 'errors.password-personal')).toBeVisible();
  await passwordField(page, 'account.account.newPassword').fill(next);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeHidden();
});

test('sessions are listed, ended one by one, and all at once', async ({ device, alta }) => {
  const [here, there] = [await device(), await device()];
  const person = await newColleague(here, alta, 'Dora');
  await signInAt(there, alta, membersPath(alta), person);
  await here.goto(`${alta.origin}/account`);
  const rows = here.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(words('account.account.thisSession'));
  await here
    .getByRole('button', { name: words('account.account.endSessionLabel', { device: 'Chrome en Linux' }) })
    .click();
  await expect(rows).toHaveCount(2);
  await there.reload();
  await expect(there).toHaveURL(/\/login/);
  await signInAt(there, alta, membersPath(alta), person);
  await here.reload();
  await button(here, 'account.account.endAll').click();
  await here
    .getByRole('dialog')
    .getByRole('button', { name: words('account.account.endAll') })
    .click();
  await expect(here).toHaveURL(`${alta.origin}/login`);
  await there.reload();
  await expect(there).toHaveURL(/\/login\?return_to=/);
});

test('typed values survive the end of the session', async ({ device, alta }) => {
  const [here, there] = [await device(), await device()];
  const person = await newColleague(there, alta, 'Eva');
  await signInAt(here, alta, '/account', person);
  await passwordField(here, 'account.account.currentPassword').fill(person.password);
  await there.goto(`${alta.origin}/account`);
  await button(there, 'account.account.endAll').click();
  await there
    .getByRole('dialog')
    .getByRole('button', { name: words('account.account.endAll') })
    .click();
  await expect(there).toHaveURL(`${alta.origin}/login`);
  await passwordField(here, 'account.account.newPassword').fill(next);
  await button(here, 'account.account.changePassword').click();
  await expect(alertOf(here, 'errors.signed-out')).toBeVisible();
  await expect(here).toHaveURL(`${alta.origin}/account`);
});
