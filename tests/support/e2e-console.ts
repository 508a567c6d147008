import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { createTranslator } from 'next-intl';
import type { NewUser } from '#lib/accounts/users.ts';
import { consoleCatalogues, type Locale } from '#lib/i18n.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { expect } from './e2e-test.ts';

type Translate = (key: string, values?: Record<string, string>) => string;

/** Texts of the Console, so that a better wording breaks no test: `words('account.signIn.submit')`. */
export const wordsIn = (locale: Locale): Translate =>
  createTranslator({ locale, messages: consoleCatalogues[locale] }) as unknown as Translate;
export const words = wordsIn('es-AR');

/** Opens a path, logs in on the page that comes instead, and is where it wanted to go. */
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

/** The button that shows what was typed has the field's name in its own. */
export const passwordField = (page: Page, key: string) =>
  page.getByRole('textbox', { name: words(key), exact: true });

export const button = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: words(key, values), exact: true });

/** A notice or an error, by its words. */
export const alertOf = (page: Page, key: string) => page.getByRole('alert').filter({ hasText: words(key) });

export const membersPath = (alta: E2eAlta, environment: 'sandbox' | 'live' = 'sandbox') =>
  `/w/${alta.seeded[environment].slug}/configuration/members`;

/** Makes an invitation on the members' page that is open, and gives its link. */
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

/** A person of the test's own, who came by an invitation of the owner. */
export async function newColleague(
  owner: Page,
  colleague: Page,
  alta: E2eAlta,
  name: string,
): Promise<NewUser> {
  if (!owner.url().endsWith(membersPath(alta))) await signInAt(owner, alta, membersPath(alta));
  const link = await inviteOn(owner, name);
  const person = {
    name,
    email: `${plain(name)}-${Date.now()}@example.com`,
    password: 'cuatro palabras sin relacion',
  };
  await colleague.goto(link);
  await colleague.getByLabel(words('account.invite.name')).fill(person.name);
  await colleague.getByLabel(words('account.invite.email')).fill(person.email);
  await passwordField(colleague, 'account.invite.password').fill(person.password);
  await button(colleague, 'account.invite.submit').click();
  await expect(colleague).toHaveURL(new RegExp(`/w/${alta.seeded.sandbox.slug}`));
  return person;
}

/** Browsers and servers take letters of ASCII in an address. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Each width and each scheme in each language; all four looks in the two together. */
const looks: Record<string, { width: number; colorScheme: 'light' | 'dark' }[]> = {
  'es-AR': [
    { width: 320, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ],
  en: [
    { width: 320, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ],
};

/** What axe finds on the page as it is, in the looks of its language; and whether it is wider than the window. */
export async function accessibilityFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  const locale = (await page.locator('html').getAttribute('lang')) ?? '';
  for (const { width, colorScheme } of looks[locale] ?? []) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(50);
    // One whose element went away is cancelled, which is settled too; what turns for ever is not waited for.
    await page.evaluate(() => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      return Promise.allSettled(ending.map(({ finished }) => finished));
    });
    const look = `${name}, ${locale}, ${width} px, ${colorScheme}`;
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`${look}: ${excess} px wider than the window`);
    const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze();
    for (const { id, nodes } of violations) {
      faults.push(`${look}: ${id} at ${nodes.map((node) => `${node.target} ${node.failureSummary}`)}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}
