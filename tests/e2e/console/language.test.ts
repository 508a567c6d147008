import { membersPath, words, wordsIn } from '#tests/support/e2e-console.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const english = wordsIn('en');

test('a browser that prefers English gets it, and a choice lasts through login and pages', async ({
  device,
  alta,
}) => {
  const page = await device({ locale: 'en-GB' });
  await page.goto(`${alta.origin}/login?return_to=${encodeURIComponent(membersPath(alta))}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('account.signIn.title'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('account.signIn.title'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR');
  await expect(page).toHaveURL(/return_to=/);
  await openAsOwner(page, alta, membersPath(alta));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('account.members.title'));
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('account.members.title'));
  await expect(page).toHaveURL(`${alta.origin}${membersPath(alta)}`);
  await page.goto(`${alta.origin}/account`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('account.account.title'));
});
