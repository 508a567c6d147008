import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { authenticatorOf, wrongCodeFor } from '#tests/support/authenticator.ts';
import { onPhone } from '#tests/support/e2e-axe.ts';
import {
  accessibilityFaults,
  alertOf,
  button,
  fillLogin,
  membersPath,
  passwordField,
  words,
} from '#tests/support/e2e-console.ts';
import { newColleague, newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

/** Turns it on by the account's page; gives what the authenticator knows and the recovery codes. */
async function turnOn(page: Page, origin: string) {
  await page.goto(`${origin}/account`);
  await button(page, 'account.twoSteps.activate').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: words('account.twoSteps.qrLabel') })).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  const code = dialog.getByLabel(words('account.twoSteps.code'));
  await code.fill(wrongCodeFor(secret));
  await dialog.getByRole('button', { name: words('account.twoSteps.confirm') }).click();
  await expect(code).toHaveAccessibleDescription(new RegExp(words('errors.wrong-login-code')));
  await code.fill(authenticatorOf(secret).codeAt(new Date()));
  await dialog.getByRole('button', { name: words('account.twoSteps.confirm') }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: words('account.twoSteps.saved') }).click();
  await expect(page.getByText(words('account.twoSteps.left', { count: 10 }))).toBeVisible();
  return { secret, codes };
}

const codeField = (page: Page, by: 'app' | 'recovery') =>
  page.getByLabel(words(`account.secondStep.${by}.code`), { exact: true });

test('two-step login takes a code or a recovery code, each once, also without a script', async ({
  device,
  alta,
}) => {
  const [here, there] = [await device(), await device({ javaScriptEnabled: false })];
  const person = await newColleague(here, alta, 'Beto');
  const { secret, codes } = await turnOn(here, alta.origin);

  await there.goto(`${alta.origin}${membersPath(alta)}`);
  await fillLogin(there, person);
  await expect(there).toHaveURL(/\/login\/code\?return_to=/);
  await expect(codeField(there, 'app')).toHaveAttribute('autocomplete', 'one-time-code');
  await codeField(there, 'app').fill(wrongCodeFor(secret));
  await button(there, 'account.secondStep.submit').click();
  await expect(alertOf(there, 'errors.wrong-login-code')).toBeVisible();
  // The one of half a minute from now: that of now has turned it on.
  const next = authenticatorOf(secret).codeAt(new Date(), 30);
  await codeField(there, 'app').fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await button(there, 'account.secondStep.submit').click();
  await expect(there).toHaveURL(`${alta.origin}${membersPath(alta)}`);

  await there.context().clearCookies();
  await there.goto(`${alta.origin}${membersPath(alta)}`);
  await fillLogin(there, person);
  await there.getByRole('link', { name: words('account.secondStep.useRecovery') }).click();
  await codeField(there, 'recovery').fill((codes[0] ?? '').toLowerCase());
  await button(there, 'account.secondStep.submit').click();
  await expect(there).toHaveURL(`${alta.origin}${membersPath(alta)}`);

  const waiting = await device();
  await waiting.goto(`${alta.origin}/login`);
  await fillLogin(waiting, person);
  await expect(codeField(waiting, 'app')).toBeFocused();
  expect(await accessibilityFaults(waiting, 'login/code', onPhone)).toEqual([]);
  await here.goto(`${alta.origin}/account`);
  await expect(here.getByText(words('account.twoSteps.left', { count: 9 }))).toBeVisible();
  const owner = await device();
  await openAsOwner(owner, alta, `/w/${alta.seeded.sandbox.slug}/activity?action=recovery-code.used`);
  await expect(
    owner.getByText(words('activity.lines.recovery-code.used', { left: 9 })).first(),
  ).toBeVisible();
});

test('the page of the code has no fault that axe finds, narrow or wide, light or dark', async ({
  device,
  alta,
}) => {
  const [here, waiting] = [await device(), await device()];
  const person = await newColleague(here, alta, 'Fede');
  await turnOn(here, alta.origin);
  await waiting.goto(`${alta.origin}/login`);
  await fillLogin(waiting, person);
  await expect(codeField(waiting, 'app')).toBeFocused();
  expect(await accessibilityFaults(waiting, 'login/code')).toEqual([]);
});

async function logInAWhileAgo(url: string, { email }: { email: string }) {
  const database = new Client({ connectionString: url });
  await database.connect();
  await database.query(
    `update sessions set created_at = now() - interval '11 minutes', proved_at = null
      where user_id = (select id from users where email = $1)`,
    [email],
  );
  await database.end();
}

test('a person with an old login confirms the password and continues the action', async ({ page, alta }) => {
  const person = await newColleague(page, alta, 'Caro');
  await logInAWhileAgo(process.env.DATABASE_URL ?? '', person);
  await page.goto(`${alta.origin}/account`);
  await button(page, 'account.twoSteps.activate').click();
  const dialog = page.getByRole('dialog', { name: words('shell.confirmLogin.title') });
  await passwordField(page, 'shell.confirmLogin.password.field').fill('not this one, surely');
  await dialog.getByRole('button', { name: words('shell.confirmLogin.submit') }).click();
  await expect(dialog.getByText(words('errors.wrong-password'))).toBeVisible();
  await dialog.getByRole('button', { name: words('shell.actions.cancel') }).click();
  await expect(alertOf(page, 'errors.confirm-by-password')).toBeVisible();
  await button(page, 'account.twoSteps.activate').click();
  await passwordField(page, 'shell.confirmLogin.password.field').fill(person.password);
  await dialog.getByRole('button', { name: words('shell.confirmLogin.submit') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog', { name: words('account.twoSteps.setupTitle') })).toBeVisible();

  await logInAWhileAgo(process.env.DATABASE_URL ?? '', person);
  await page.goto(`${alta.origin}/w/${alta.seeded.sandbox.slug}/suppliers`);
  const taken = page.waitForEvent('download');
  await page.getByRole('link', { name: words('shell.lists.export') }).click();
  await passwordField(page, 'shell.confirmLogin.password.field').fill(person.password);
  await dialog.getByRole('button', { name: words('shell.confirmLogin.submit') }).click();
  expect((await taken).suggestedFilename()).toMatch(/\.csv$/);
  await page.goto(`${alta.origin}/w/${alta.seeded.sandbox.slug}/activity?action=workspace.exported`);
  const line = words('activity.lines.workspace.exported', { list: 'suppliers' });
  await expect(page.getByText(line).first()).toBeVisible();
});

test('a member of a workspace that requires two steps turns them on first, then continues', async ({
  device,
  alta,
}) => {
  const [owner, member] = [await device(), await device()];
  // Nobody else's: the owner of the other tests is asked for it too.
  const slug = await newEmptyWorkspace(alta, 'Dos pasos');
  const workspace = `${alta.origin}/w/${slug}`;
  await newColleague(owner, alta, 'Delia', 'owner', slug);
  await newColleague(member, alta, 'Ema', 'operator', slug);
  const section = owner.getByRole('region', { name: words('account.members.twoSteps.title') });
  const dialog = owner.getByRole('dialog');
  const require = words('account.members.twoSteps.require');

  await owner.goto(`${workspace}/configuration/members`);
  await section.getByRole('button', { name: require }).click();
  await dialog.getByRole('button', { name: require }).click();
  await expect(dialog.getByText(words('errors.second-factor-first'))).toBeVisible();
  await turnOn(owner, alta.origin);
  await owner.goto(`${workspace}/configuration/members`);
  await section.getByRole('button', { name: require }).click();
  await dialog.getByRole('button', { name: require }).click();
  await expect(section.getByText(words('account.members.twoSteps.on'))).toBeVisible();

  await member.goto(`${workspace}/suppliers`);
  await expect(member).toHaveURL(`${alta.origin}/account`);
  await expect(member.getByText(words('account.account.asked.title'))).toBeVisible();
  await turnOn(member, alta.origin);
  await expect(member.getByText(words('account.account.asked.title'))).toBeHidden();
  await member.getByRole('link', { name: /Dos pasos/ }).click();
  await expect(member).toHaveURL(workspace);
});
