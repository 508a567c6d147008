import {
  accessibilityFaults,
  alertOf,
  button,
  fillLogin,
  inviteOn,
  membersPath,
  openAsOwner,
  words,
} from '#tests/support/e2e-console.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

for (const locale of ['es-AR', 'en'] as const) {
  test(`no page of a person or a workspace has a fault that axe finds, in ${locale}`, async ({
    device,
    alta,
  }) => {
    test.setTimeout(240_000);
    const [page, stranger] = [await device(), await device({ locale })];
    const faults: string[] = [];
    const look = async (name: string, at = page) => faults.push(...(await accessibilityFaults(at, name)));

    await page.goto(`${alta.origin}/login`);
    await fillLogin(page, { email: 'nobody@example.com', password: 'not this one, surely' });
    await expect(alertOf(page, 'errors.wrong-credentials')).toBeVisible();
    await look('login, refused');
    await openAsOwner(page, alta, membersPath(alta));
    const link = await inviteOn(page, 'Ana, de Compras');
    await button(page, 'account.members.leave').click();
    await expect(page.getByRole('dialog').getByText(words('account.members.leaveText'))).toBeVisible();
    await look('members, dialog');
    await page.keyboard.press('Escape');

    const cookie = { name: 'alta_locale', value: locale, url: alta.origin };
    await page.context().addCookies([cookie]);
    for (const [name, path] of Object.entries({
      members: membersPath(alta),
      'members of live': membersPath(alta, 'live'),
      account: '/account',
      'nothing here': `/w/${alta.seeded.sandbox.slug}/nothing`,
      'nothing at all': '/w/nothing/at-all',
    })) {
      await page.goto(`${alta.origin}${path}`);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page).toHaveTitle(/Alta/);
      await look(name);
    }
    await page.goto(link);
    await look('invitation, member already');
    await stranger.goto(link);
    await look('invitation', stranger);
    await stranger.goto(`${link}x`);
    await look('invitation, gone', stranger);
    expect(faults).toEqual([]);
  });
}
