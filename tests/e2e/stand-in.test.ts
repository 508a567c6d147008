import { writeFile } from 'node:fs/promises';
import { adhereService, createLiveCertificate, logIn } from '../support/e2e-portal.ts';
import { expect, test } from '../support/e2e-test.ts';
import { portal as labels } from '../support/e2e-wizard.ts';

// What the wizard warns of on a phone has to be so in the portal that it is tried against.
test('on a phone «Descargar» is off to the right, and «Agregar certificado» is visible', async ({
  device,
  supplierAt,
}, testInfo) => {
  const supplier = await supplierAt('live', 'certificado');
  const { alias, csr } = await supplier.request();
  const file = testInfo.outputPath('solicitud.csr');
  await writeFile(file, csr);
  const tab = await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await tab.goto(supplier.portal);
  await logIn(tab, supplier);
  await adhereService(tab, supplier);
  await createLiveCertificate(tab, { alias, file, cuit: supplier.cuit });
  await tab.reload();
  await expect(tab.getByRole('link', { name: labels.addCertificate })).toBeInViewport();
  await expect(tab.getByRole('link', { name: labels.download })).not.toBeInViewport();
  await tab.getByRole('link', { name: labels.download }).scrollIntoViewIfNeeded();
  await expect(tab.getByRole('link', { name: labels.download })).toBeInViewport();
});

test('the request file is chosen with «Examinar…», and the keyboard reaches its field', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'certificado');
  await page.goto(supplier.portal);
  await logIn(page, supplier);
  await adhereService(page, supplier);
  await page.goto(`${supplier.portal}/certificados/${supplier.cuit}/agregar`);
  const byClick = page.waitForEvent('filechooser');
  await page.getByText(labels.browse).click();
  await byClick;
  // The field itself is in the order of the keys; that Enter opens its chooser is the browser's own.
  await page.getByLabel(labels.aliasField).focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('input[type=file]')).toBeFocused();
});
