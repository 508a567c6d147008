import { randomBytes } from 'node:crypto';
import { alertOf, fillLogin } from '../support/e2e-console.ts';
import { expect, test } from '../support/e2e-test.ts';
import { arriveBy, expectRejection, expectStep, text, uploadFile } from '../support/e2e-wizard.ts';

// A tenth of the usual: 3 unknown links a minute, 3 uploads in ten minutes, one login into an account from an address
// in a quarter of an hour. In one worker: it has an application of its own.
test.use({ rateLimitFactor: '0.1' });
test.describe.configure({ mode: 'default' });

// In one process, whichever of wizard and Console was the first to count.
test('guesses at links and passwords are slowed down, and the holder of a link is not', async ({
  page,
  device,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox');
  const statuses: (number | undefined)[] = [];
  for (let guess = 0; guess < 4; guess++) {
    const answer = await page.goto(`${alta.origin}/reg/${randomBytes(13).toString('hex')}`);
    statuses.push(answer?.status());
  }
  expect(statuses).toEqual([404, 404, 404, 429]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('closed.tooMany'));
  expect((await page.goto(supplier.link))?.status()).toBe(200);
  for (const email of [alta.seeded.owner.email, 'nobody@example.com']) {
    const visitor = await device();
    await visitor.goto(`${alta.origin}/login`);
    await fillLogin(visitor, { email, password: 'not this one, surely' });
    await expect(alertOf(visitor, 'errors.wrong-credentials')).toBeVisible();
    await fillLogin(visitor, { email, password: alta.seeded.owner.password });
    await expect(alertOf(visitor, 'errors.rate-limited')).toBeVisible();
  }
});

test('endless uploads are slowed down, and nothing is lost', async ({ page, supplierAt }) => {
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
