import type { Page } from '@playwright/test';
import { addressOf, consolePages } from '#tests/support/console-addresses.ts';
import type { E2eAlta } from '#tests/support/e2e-alta.ts';
import { everyLook, type Look } from '#tests/support/e2e-axe.ts';
import { accessibilityFaults } from '#tests/support/e2e-console.ts';
import { listenIn, namesIn } from '#tests/support/e2e-filled.ts';
import { signInAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { startReceiver } from '#tests/support/receiver.ts';

/** What they show when somebody is signed in is another page. */
const signedOut = ['login', 'invite/[token]'];
/**
 * It leads elsewhere; there only after a password: two-steps.test.ts; and only as long as nobody has an account:
 * setup.test.ts.
 */
const elsewhere = ['console', 'login/code', 'setup'];

/** No test is to take long: one beside the other is quicker. */
const rooms = Object.groupBy(
  consolePages().filter((each) => !elsewhere.includes(each)),
  (page) => /\/(configuration|entries)\//.exec(page)?.[1] ?? 'the rest',
);

interface Scene {
  device: (options: { locale: string }) => Promise<Page>;
  alta: E2eAlta;
  names: Awaited<ReturnType<typeof namesIn>>;
}

/** Visits `pages` in a language and returns axe's findings, in `only` these looks or in all. */
async function faultsOf(pages: string[], { device, alta, names }: Scene, locale: string, only?: Look[]) {
  const faults: string[] = [];
  const [owner, nobody] = [await device({ locale }), await device({ locale })];
  await signInAsOwner(owner, alta);
  for (const page of pages) {
    const visitor = signedOut.includes(page) ? nobody : owner;
    const address = `${alta.origin}${addressOf(page, names)}`;
    await visitor.goto(address);
    await expect(visitor).toHaveURL(address);
    await expect(visitor.locator('html')).toHaveAttribute('lang', locale);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(visitor).toHaveTitle(/\S+ · \S+|Alta/);
    faults.push(...(await accessibilityFaults(visitor, page, only)));
  }
  return faults;
}

for (const [room, pages = []] of Object.entries(rooms)) {
  test(`no page of ${room} has a fault that axe finds`, async ({ device, alta, supplierAt }) => {
    test.setTimeout(240_000);
    const receiver = await startReceiver();
    await listenIn(alta, receiver.url);
    const names = await namesIn(alta, await supplierAt('live', 'subir'));
    expect(await faultsOf(pages, { device, alta, names }, 'es-AR', everyLook)).toEqual([]);
    await receiver.stop();
  });

  test(`every page of ${room} fits in English`, async ({ device, alta, supplierAt }) => {
    test.setTimeout(240_000);
    const receiver = await startReceiver();
    await listenIn(alta, receiver.url);
    const names = await namesIn(alta, await supplierAt('live', 'subir'));
    expect(await faultsOf(pages, { device, alta, names }, 'en')).toEqual([]);
    await receiver.stop();
  });
}
