import { randomBytes } from 'node:crypto';
import { alertOf, fillLogin } from '../support/e2e-console.ts';
import { expect, test } from '../support/e2e-test.ts';
import { arriveBy, expectRejection, expectStep, text, uploadFile } from '../support/e2e-wizard.ts';

// A tenth of the usual: 3 unknown links a minute, 3 uploads in ten minutes.
test.use({ rateLimitFactor: '0.1' });

test('who guesses links is made to wait; who holds one is not', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('sandbox');
  const statuses: (number | undefined)[] = [];
  for (let guess = 0; guess < 4; guess++) {
    const answer = await page.goto(`${alta.origin}/reg/${randomBytes(13).toString('hex')}`);
    statuses.push(answer?.status());
  }
  expect(statuses).toEqual([404, 404, 404, 429]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('closed.tooMany'));
  expect((await page.goto(supplier.link))?.status()).toBe(200);
});

test('the wizard and the Console count in one process, whichever was the first', async ({ page, alta }) => {
  for (let guess = 0; guess < 4; guess++) await page.goto(`${alta.origin}/reg/${'0'.repeat(26)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('closed.tooMany'));
  const login = { email: `${randomBytes(6).toString('hex')}@example.com`, password: 'not this one, surely' };
  await page.goto(`${alta.origin}/login`);
  await fillLogin(page, login);
  await expect(alertOf(page, 'errors.wrong-credentials')).toBeVisible();
  await fillLogin(page, login);
  await expect(alertOf(page, 'errors.rate-limited')).toBeVisible();
});

test('uploads without end are made to wait, and nothing is lost', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'subir');
  await page.goto(supplier.link);
  for (let upload = 0; upload < 3; upload++) {
    await arriveBy(page, () => uploadFile(page, 'Hola'));
    await expectRejection(page, 'AR-ARCH-06');
  }
  await uploadFile(page, 'Hola');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('closed.tooMany'));
  await page.goto(supplier.link);
  await expectStep(page, 'subir', supplier);
});
