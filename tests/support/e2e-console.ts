import type { Page } from '@playwright/test';
import { createTranslator } from 'next-intl';
import type { NewUser } from '#lib/accounts/users.ts';
import { consoleCatalogues, type Locale } from '#lib/i18n.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { everyLook, everyWidth, faultsInLooks, type Look } from './e2e-axe.ts';
import { expect } from './e2e-test.ts';

type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Texts of the Console, so that a rewording breaks no test: `words('account.signIn.submit')`. */
export const wordsIn = (locale: Locale): Translate =>
  createTranslator({ locale, messages: consoleCatalogues[locale] }) as unknown as Translate;
export const words = wordsIn('es-AR');

/** Opens a path, logs in on the page that appears instead, and checks that it leads back to the path. */
export async function signInAt(page: Page, alta: E2eAlta, path: string, who: NewUser = alta.seeded.owner) {
  await page.goto(`${alta.origin}${path}`);
  await fillLogin(page, who);
  await expect(page).toHaveURL(`${alta.origin}${path}`);
}

export async function fillLogin(page: Page, { email, password }: Pick<NewUser, 'email' | 'password'>) {
  await page.getByLabel(words('account.signIn.email')).fill(email);
  await passwordField(page, 'account.signIn.password').fill(password);
  await page.getByRole('button', { name: words('account.signIn.submit') }).click();
}

/** By exact name, because the button that shows the password has the field's name in its own. */
export const passwordField = (page: Page, key: string) =>
  page.getByRole('textbox', { name: words(key), exact: true });

export const button = (page: Page, key: string, values?: Record<string, string | number>) =>
  page.getByRole('button', { name: words(key, values), exact: true });

/** A notice or an error with this text. */
export const alertOf = (page: Page, key: string) => page.getByRole('alert').filter({ hasText: words(key) });

export const membersPath = (alta: E2eAlta, environment: 'sandbox' | 'live' = 'sandbox') =>
  `/w/${alta.seeded[environment].slug}/configuration/members`;

/** Creates an invitation on the open members page. Returns its link. */
export async function inviteOn(page: Page, note: string): Promise<string> {
  await button(page, 'account.members.invite').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('account.members.inviteNote')).fill(note);
  await dialog.getByRole('button', { name: words('account.members.inviteSubmit') }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: words('account.members.inviteDone') }).click();
  await expect(dialog).toBeHidden();
  return link;
}

/** Another language has the same elements. Only their sizes can break a page. */
const looks: Record<string, Look[]> = {
  'es-AR': everyLook,
  en: everyWidth,
};

/**
 * Axe's findings on the current page, and whether it is wider than the window: in `only` these looks, or in
 * those of its language.
 */
export async function accessibilityFaults(page: Page, name: string, only?: Look[]): Promise<string[]> {
  // After a refresh the title appears last.
  await expect(page).toHaveTitle(/\S/);
  const locale = (await page.locator('html').getAttribute('lang')) ?? '';
  const faults = await faultsInLooks(page, only ?? looks[locale] ?? []);
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults.map((fault) => `${name}, ${locale}, ${fault}`);
}
