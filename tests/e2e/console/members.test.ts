import { button, inviteOn, membersPath, passwordField, words } from '#tests/support/e2e-console.ts';
import { newColleague, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { password } from '#tests/support/person.ts';

test('an invited person makes an account, becomes an owner, and is removed', async ({ device, alta }) => {
  const [owner, page] = [await device(), await device()];
  await openAsOwner(owner, alta, membersPath(alta));
  await page.goto(await inviteOn(owner, 'Fede'));
  const email = `fede-${Date.now()}@example.com`;
  await page.getByLabel(words('account.invite.name')).fill('Fede');
  await page.getByLabel(words('account.invite.email')).fill(email);
  await passwordField(page, 'account.invite.password').fill(password);
  await button(page, 'account.invite.submit').click();
  await expect(page).toHaveURL(`${alta.origin}/w/${alta.seeded.sandbox.slug}`);
  await page.goto(`${alta.origin}${membersPath(alta)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('account.members.title'));
  await expect(button(page, 'account.members.invite')).toBeHidden();
  await owner.reload();
  const row = owner.getByRole('row').filter({ hasText: email });
  await row.getByLabel(words('account.members.roleOf', { name: 'Fede' })).selectOption('owner');
  await expect(
    owner.getByText(words('account.members.roleChanged', { name: 'Fede', role: 'owner' })),
  ).toBeVisible();
  await page.reload();
  await expect(button(page, 'account.members.invite')).toBeVisible();
  await row.getByRole('button', { name: words('account.members.removeLabel', { name: 'Fede' }) }).click();
  const dialog = owner.getByRole('dialog', { name: words('account.members.removeTitle', { name: 'Fede' }) });
  await expect(dialog.getByRole('button', { name: words('shell.actions.cancel') })).toBeFocused();
  await dialog.getByRole('button', { name: words('account.members.remove') }).click();
  await expect(row).toHaveCount(0);
  expect((await page.goto(`${alta.origin}${membersPath(alta)}`))?.status()).toBe(404);
});

test('an invitation link is shown once, works once and can be withdrawn', async ({ device, alta }) => {
  const [owner, page] = [await device(), await device()];
  await openAsOwner(owner, alta, membersPath(alta));
  const link = await inviteOn(owner, 'Gus');
  await owner.reload();
  await expect(owner.getByRole('cell', { name: 'Gus', exact: true })).toBeVisible();
  expect(await owner.content()).not.toContain(link.split('/').at(-1));
  await page.goto(link);
  await expect(button(page, 'account.invite.submit')).toBeVisible();
  await owner.getByRole('button', { name: words('account.members.revokeLabel', { note: 'Gus' }) }).click();
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: words('account.members.revoke') })
    .click();
  await expect(owner.getByRole('cell', { name: 'Gus', exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('account.invite.goneTitle'));
});

test('a person with an account logs in and joins with it', async ({ device, alta }) => {
  const [owner, page] = [await device(), await device()];
  const person = await newColleague(page, alta, 'Hugo');
  await openAsOwner(owner, alta, membersPath(alta, 'live'));
  const link = await inviteOn(owner, 'Hugo');
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole('main').getByRole('link').click();
  await page.getByLabel(words('account.signIn.email')).fill(person.email);
  await page.getByRole('textbox', { name: words('account.signIn.password') }).fill(person.password);
  await button(page, 'account.signIn.submit').click();
  await expect(page).toHaveURL(link);
  await button(page, 'account.invite.join', { workspace: 'Facturas del Sur' }).click();
  await expect(page).toHaveURL(`${alta.origin}/w/${alta.seeded.live.slug}`);
});

test('the last owner can not leave and sees the reason', async ({ page, alta }) => {
  await openAsOwner(page, alta, membersPath(alta, 'live'));
  await button(page, 'account.members.leave').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('account.members.leave') }).click();
  await expect(dialog.getByRole('alert')).toContainText(words('errors.last-owner'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
