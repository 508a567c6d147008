import { alertOf, fillLogin } from '#tests/support/e2e-console.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

// A tenth of the usual: one login into an account from an address in a quarter of an hour.
test.use({ rateLimitFactor: '0.1' });

test('guessing passwords is made to wait, whether there is such an account or not', async ({
  device,
  alta,
}) => {
  for (const email of [alta.seeded.owner.email, 'nobody@example.com']) {
    const page = await device();
    await page.goto(`${alta.origin}/login`);
    await fillLogin(page, { email, password: 'not this one, surely' });
    await expect(alertOf(page, 'errors.wrong-credentials')).toBeVisible();
    await fillLogin(page, { email, password: alta.seeded.owner.password });
    await expect(alertOf(page, 'errors.rate-limited')).toBeVisible();
  }
});
