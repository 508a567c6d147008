import type { Page } from '@playwright/test';
import { startEmptyAlta } from '#tests/support/e2e-alta.ts';
import {
  accessibilityFaults,
  alertOf,
  button,
  fillLogin,
  passwordField,
  words,
} from '#tests/support/e2e-console.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { watch } from '#tests/support/e2e-watch.ts';

const owner = { name: 'Ana', email: 'ana@tornillo.example', password: 'cuatro palabras sin relacion' };

/** Chromium's own: a telephone whose person unlocks it, until they do not. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setUserVerified = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { lock: () => setUserVerified(false), unlock: () => setUserVerified(true) };
}

test('a passkey is added, logs its owner in, alone or after the password, and is removed', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const alta = await startEmptyAlta('localhost');
  const context = await browser.newContext({ locale: 'es-AR' });
  const faults = watch(context, { alta: alta.origin, portal: 'http://nowhere.test' });
  const page = await context.newPage();
  const authenticator = await withAuthenticator(page);
  const code = /\/setup with the code (\S+)/.exec(alta.output())?.[1] ?? '';
  await page.goto(`${alta.origin}/setup`);
  await page.getByLabel(words('account.setup.code')).fill(code);
  await page.getByLabel(words('account.setup.name')).fill(owner.name);
  await page.getByLabel(words('account.setup.email')).fill(owner.email);
  await passwordField(page, 'account.setup.password').fill(owner.password);
  await page.getByLabel(words('account.setup.workspace')).fill('Facturas del Sur');
  await button(page, 'account.setup.submit').click();
  await expect(page).toHaveURL(/\/w\//);

  const passkeys = page.getByRole('region', { name: words('account.passkeys.title') });
  const logOut = async () => {
    await context.clearCookies();
    await page.goto(`${alta.origin}/login`);
  };
  await page.goto(`${alta.origin}/account`);
  await passkeys.getByRole('button', { name: words('account.passkeys.add') }).click();
  const codes = page.getByRole('dialog', { name: words('account.twoSteps.codesTitle') });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText(words('account.twoSteps.fileTitle', { host: new URL(alta.origin).host })),
  ).toBeVisible();
  await expect(codes.getByRole('listitem').first()).toBeVisible();
  await expect(passkeys).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await codes.getByRole('button', { name: words('account.twoSteps.saved') }).click();
  await expect(passkeys.getByRole('row')).toHaveCount(2);
  await expect(page.getByText(words('account.twoSteps.onByPasskeys'))).toBeVisible();
  expect(await accessibilityFaults(page, 'account')).toEqual([]);
  // This device has one.
  await passkeys.getByRole('button', { name: words('account.passkeys.add') }).click();
  await expect(alertOf(page, 'shell.passkey.notMade')).toBeVisible();

  await logOut();
  await authenticator.lock();
  await button(page, 'account.signIn.passkey').click();
  await expect(alertOf(page, 'shell.passkey.notUsed')).toBeVisible();
  expect(await accessibilityFaults(page, 'login')).toEqual([]);
  await authenticator.unlock();
  await button(page, 'account.signIn.passkey').click();
  await expect(page).toHaveURL(/\/w\//);

  await logOut();
  await fillLogin(page, owner);
  await expect(page).toHaveURL(/\/login\/code/);
  await button(page, 'shell.passkey.use').click();
  await expect(page).toHaveURL(/\/w\//);

  await page.goto(`${alta.origin}/account`);
  await passkeys.getByRole('button', { name: /^Quitar la llave de acceso de Chrome/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('account.passkeys.remove') })
    .click();
  await expect(passkeys.getByRole('row')).toHaveCount(0);
  await logOut();
  await fillLogin(page, owner);
  await expect(page).toHaveURL(/\/w\//);
  expect(faults).toEqual([]);
  await context.close();
  await alta.stop();
});
