import { alertOf, button, fillLogin, membersPath, signInAt, words } from '#tests/support/e2e-console.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const wrong = 'not this one, surely';

test('a visitor logs in first and is then on the requested page', async ({ page, alta }) => {
  await page.goto(`${alta.origin}${membersPath(alta)}?x=1`);
  await expect(page).toHaveURL(/\/login\?return_to=/);
  await fillLogin(page, { ...alta.seeded.owner, password: wrong });
  await expect(alertOf(page, 'errors.wrong-credentials')).toBeVisible();
  await expect(page.getByLabel(words('account.signIn.email'))).toHaveValue(alta.seeded.owner.email);
  await fillLogin(page, alta.seeded.owner);
  await expect(page).toHaveURL(`${alta.origin}${membersPath(alta)}?x=1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('account.members.title'));
});

test('a link followed after the session ended leads through the login to its target', async ({
  page,
  alta,
}) => {
  const jobs = `${alta.origin}/w/${alta.seeded.sandbox.slug}/jobs`;
  await signInAt(page, alta, membersPath(alta));
  await page.context().clearCookies({ name: '__Host-alta_session' });
  await page.getByRole('link', { name: words('shell.nav.jobs'), exact: true }).click();
  await expect(page).toHaveURL(/\/login\?return_to=/);
  await fillLogin(page, alta.seeded.owner);
  await expect(page).toHaveURL(jobs);
});

test('an unknown person and a wrong password get the same message', async ({ page, alta }) => {
  const told: (string | null)[] = [];
  for (const email of [alta.seeded.owner.email, 'nobody@example.com']) {
    await page.goto(`${alta.origin}/login`);
    await fillLogin(page, { email, password: wrong });
    told.push(await alertOf(page, 'errors.wrong-credentials').textContent());
  }
  expect(told[0]).toBe(told[1]);
});

test('the login leads to no other site, before and after logging in', async ({ page, alta }) => {
  // Each way to write one is in tests/unit/console/request.test.ts.
  const login = `${alta.origin}/login?return_to=${encodeURIComponent('/.//evil.example/')}`;
  // Of whichever of the owner's workspaces: the tests before may have made more.
  const overview = (url: URL) => url.origin === alta.origin && /^\/w\/[^/]+$/.test(url.pathname);
  await page.goto(login);
  await fillLogin(page, alta.seeded.owner);
  await expect(page).toHaveURL(overview);
  await page.goto(login);
  await expect(page).toHaveURL(overview);
});

test('the keyboard alone leads from the address through the login to the page and out again', {
  tag: '@journey',
}, async ({ page, alta }) => {
  const type = (text: string) => page.keyboard.type(text);
  await page.goto(`${alta.origin}${membersPath(alta)}`);
  await expect(page.getByLabel(words('account.signIn.email'))).toBeFocused();
  await type(alta.seeded.owner.email);
  await page.keyboard.press('Tab');
  await type(alta.seeded.owner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${alta.origin}${membersPath(alta)}`);
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: words('shell.search.field') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const menu = button(page, 'shell.user.label', { name: alta.seeded.owner.name });
  while (!(await menu.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  // The arrows are the menu's as soon as it has the focus.
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: words('shell.user.account') })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${alta.origin}/login`);
  await page.goto(`${alta.origin}${membersPath(alta)}`);
  await expect(page).toHaveURL(/\/login\?return_to=/);
});

test('the login works without a script', async ({ device, alta }) => {
  const page = await device({ javaScriptEnabled: false });
  await page.goto(`${alta.origin}${membersPath(alta)}`);
  await fillLogin(page, { ...alta.seeded.owner, password: wrong });
  await expect(alertOf(page, 'errors.wrong-credentials')).toBeVisible();
  await fillLogin(page, alta.seeded.owner);
  await expect(page).toHaveURL(`${alta.origin}${membersPath(alta)}`);
  await expect(page.getByRole('link', { name: words('shell.nav.members') })).toBeVisible();
});

test('the session’s cookie is for this host, hidden from scripts and new at each login', async ({
  page,
  alta,
}) => {
  const sessionCookie = async () => {
    const cookies = await page.context().cookies();
    return cookies.find(({ name }) => name === '__Host-alta_session');
  };
  await signInAt(page, alta, membersPath(alta));
  const first = await sessionCookie();
  expect(first).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  const foreign = await page.request.post(`${alta.origin}/logout`, {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status()).toBe(403);
  await page.goto(`${alta.origin}/login`);
  await expect(page).toHaveURL(`${alta.origin}/w/${alta.seeded.sandbox.slug}`);
  await page.getByRole('button', { name: words('shell.user.label', { name: 'Ana' }) }).click();
  const answered = page.waitForResponse(`${alta.origin}/logout`);
  await page.getByRole('menuitem', { name: words('shell.user.signOut') }).click();
  await expect(page).toHaveURL(`${alta.origin}/login`);
  expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache"');
  expect(await sessionCookie()).toBeUndefined();
  await fillLogin(page, alta.seeded.owner);
  await expect(page).toHaveURL(/\/w\//);
  expect((await sessionCookie())?.value).not.toBe(first?.value);
});

test('a form from another site is refused', async ({ page, alta }) => {
  await page.goto(`${alta.origin}/login`);
  const answer = await page.request.post(`${alta.origin}/login`, {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    multipart: { email: alta.seeded.owner.email, password: alta.seeded.owner.password },
  });
  expect(answer.headers()['set-cookie']).toBeUndefined();
  await page.goto(`${alta.origin}${membersPath(alta)}`);
  await expect(page).toHaveURL(/\/login/);
});
