import { newEmptyWorkspace } from '#tests/support/e2e-configuration.ts';
import { accessibilityFaults, wordsIn } from '#tests/support/e2e-console.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

for (const locale of ['es-AR', 'en'] as const) {
  const words = wordsIn(locale);

  test(`no state of the overview or the configuration has a fault that axe finds, in ${locale}`, async ({
    page,
    alta,
    supplierAt,
  }) => {
    test.setTimeout(300_000);
    const faults: string[] = [];
    const look = async (name: string) => faults.push(...(await accessibilityFaults(page, name)));
    const press = (key: string) => page.getByRole('button', { name: words(key), exact: true }).click();
    await supplierAt('live', 'subir');
    const slug = await newEmptyWorkspace(page, alta, 'Vacío');
    const cookie = { name: 'alta_locale', value: locale, url: alta.origin };
    await page.context().addCookies([cookie]);
    for (const path of ['', '/configuration/apps', '/configuration/api-keys', '/configuration/webhooks']) {
      await page.goto(`${alta.origin}/w/${slug}${path}`);
      await look(`empty${path}`);
    }
    const live = `${alta.origin}/w/${alta.seeded.live.slug}`;
    await page.goto(`${live}/configuration/apps/gov-ar`);
    await page.getByLabel(words('configuration.apps.settings.colour'), { exact: true }).fill('#ff8800');
    await page.getByLabel(words('configuration.apps.settings.alias')).fill('9');
    await press('configuration.apps.settings.save');
    await expect(page.getByRole('alert').filter({ hasText: words('shell.failure.title') })).toBeVisible();
    await look('settings, refused');

    await page.goto(`${live}/configuration/api-keys`);
    await press('configuration.apiKeys.new');
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('new key');
    await page.getByLabel(words('configuration.apiKeys.name')).fill('axe');
    await press('configuration.apiKeys.create');
    await expect(page.getByText(words('configuration.apiKeys.onceTitle'))).toBeVisible();
    await look('key, shown');

    await page.goto(`${live}/configuration/webhooks`);
    await press('configuration.webhooks.add');
    await page.getByLabel(words('configuration.webhooks.url')).fill('https://axe.example/hook');
    await page.getByRole('checkbox', { name: 'registration.opened' }).check();
    await look('new endpoint');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('configuration.webhooks.add') })
      .click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await look('webhooks');
    await supplierAt('live');
    await page.goto(`${live}/configuration/webhooks/deliveries`);
    await look('deliveries');
    await page.getByRole('row').getByRole('link').first().click();
    await expect(
      page.getByRole('button', { name: words('configuration.deliveries.redeliver') }),
    ).toBeVisible();
    await look('delivery');
    expect(faults).toEqual([]);
  });
}
