import { expect, test } from '../support/e2e-test.ts';
import { expectStep, fileInput, text, textInput } from '../support/e2e-wizard.ts';

test('the copy buttons put alias and request on the clipboard and confirm it', async ({
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'certificado');
  const { alias, csr } = await supplier.request();
  const page = await device({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(supplier.link);
  const copied: [label: string, value: string][] = [
    [text('certificate.aliasLabel'), alias],
    [text('certificate.csrLabel'), csr],
  ];
  for (const [what, value] of copied) {
    await page.getByRole('button', { name: text('frame.copyName', { what }), exact: true }).click();
    await expect(page.locator('.copy-note').last()).toHaveText(text('frame.copied'));
    const clipboard = await page.evaluate(() => navigator.clipboard.readText());
    expect(clipboard.trim()).toBe(value.trim());
  }
});

test('the copy button selects the text and gives instructions where the clipboard is closed', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'certificado');
  const { alias } = await supplier.request();
  await page.goto(supplier.link);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const name = text('frame.copyName', { what: text('certificate.aliasLabel') });
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.locator('.copy-note')).toHaveText(text('frame.copyFailed'));
  await expect(page.getByRole('status').filter({ hasText: text('frame.copyFailed') })).toHaveCount(1);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(alias);
});

test('a dropped file is checked at once', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('live', 'subir');
  const certificate = await supplier.issue();
  await page.goto(supplier.link);
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'tornillo_42d9aa44.crt'));
    return data;
  }, certificate);
  const zone = page.locator('[data-drop]');
  await zone.dispatchEvent('dragover', { dataTransfer: transfer });
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
  await expectStep(page, 'autorizar', supplier);
});

test('a certificate pasted anywhere on its page is checked, and a pasted key is never sent', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'subir');
  const certificate = await supplier.issue();
  await page.goto(supplier.link);
  const paste = (content: string) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
    }, content);
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
  await paste('-----BEGIN PRIVATE KEY-----\nMIIC');
  await paste(certificate);
  await expectStep(page, 'autorizar', supplier);
  expect(sent.filter((url) => url.endsWith('/subir'))).toHaveLength(1);
});

test('a used button on a card steps back, and «Ya está» comes next', async ({ device, supplierAt }) => {
  const supplier = await supplierAt('live', 'habilitar');
  const page = await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.goto(supplier.link);
  const open = page.getByRole('link', { name: text('act.login') }).filter({ visible: true });
  const done = page.getByRole('button', { name: text('card.done') }).filter({ visible: true });
  await expect(done).toHaveClass(/button-second/);
  await open.click();
  await expect(done).not.toHaveClass(/button-second/);
  await expect(open).toHaveClass(/button-second/);
});

test('a downloaded request is remembered, also for a person who comes back by mail', async ({
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'certificado');
  const page = await device();
  await page.goto(supplier.link);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: text('certificate.requestFile') }).click();
  await download;
  await expect(page.getByText(text('frame.downloaded'), { exact: true }).first()).toBeVisible();
  const elsewhere = await device({ javaScriptEnabled: false });
  await elsewhere.goto(supplier.link);
  await expect(elsewhere.getByText(/^Descargada el/)).toBeVisible();
});

test('the wizard without scripts has no useless button, and every value can be selected', async ({
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'certificado');
  const page = await device({ javaScriptEnabled: false });
  await page.goto(supplier.link);
  await expect(page.locator('button[type=button]')).toHaveCount(0);
  await expect(page.locator('code[data-copyable]')).toHaveText((await supplier.request()).alias);
  await supplier.reach('subir');
  await page.goto(supplier.link);
  await expect(fileInput(page)).toBeVisible();
  await page.getByText(text('upload.orText')).click();
  await expect(textInput(page)).toBeVisible();
});
