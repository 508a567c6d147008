import { addressOf, consolePages } from '#tests/support/console-addresses.ts';
import { accessibilityFaults, openAsOwner } from '#tests/support/e2e-console.ts';
import { listenIn, namesIn } from '#tests/support/e2e-filled.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { startReceiver } from '#tests/support/receiver.ts';

/** What they show when somebody is signed in is another page. */
const signedOut = ['login', 'invite/[token]'];
/** It leads elsewhere; and there only as long as nobody has an account: setup.test.ts. */
const elsewhere = ['console', 'setup'];

for (const locale of ['es-AR', 'en'] as const) {
  test(`no page of the Console has a fault that axe finds, in ${locale}`, async ({
    device,
    alta,
    supplierAt,
  }) => {
    test.setTimeout(300_000);
    const receiver = await startReceiver();
    await listenIn(alta, receiver.url);
    const supplier = await supplierAt('live', 'subir');
    const [owner, nobody] = [await device(), await device()];
    await openAsOwner(owner, alta, '/account');
    const names = await namesIn(alta, supplier, owner);
    for (const page of [owner, nobody]) {
      await page.context().addCookies([{ name: 'alta_locale', value: locale, url: alta.origin }]);
    }
    const faults: string[] = [];
    for (const page of consolePages().filter((each) => !elsewhere.includes(each))) {
      const visitor = signedOut.includes(page) ? nobody : owner;
      const address = `${alta.origin}${addressOf(page, names)}`;
      await visitor.goto(address, { waitUntil: 'networkidle' });
      await expect(visitor).toHaveURL(address);
      await expect(visitor.locator('html')).toHaveAttribute('lang', locale);
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(visitor).toHaveTitle(/\S+ · \S+|Alta/);
      faults.push(...(await accessibilityFaults(visitor, page)));
    }
    expect(faults).toEqual([]);
    await receiver.stop();
  });
}
