import { type RejectionReason, supportCodes } from '#lib/certificates/rejection.ts';
import { expect, test } from '../support/e2e-test.ts';
import {
  arriveBy,
  button,
  expectRejection,
  expectStep,
  fileInput,
  pasteText,
  text,
  uploadFile,
} from '../support/e2e-wizard.ts';
import { testKey } from '../support/pki.ts';

const privateKey = testKey(1).privateKey.export({ type: 'pkcs8', format: 'pem' });

// One that is no certificate, one that is too large to look into, and one that is read and belongs elsewhere; each
// reason is in tests/unit/certificates, its page in tests/unit/wizard, its answer in tests/integration/wizard.
test('a wrong file is named, and the right one is accepted after it', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('live', 'subir');
  await page.goto(`${supplier.link}/subir`);
  const wrong: [reason: RejectionReason, content: string | Buffer, title?: string][] = [
    ['not-a-certificate', '%PDF-1.7', text('rejection.not-a-certificate.title', { fileType: 'pdf' })],
    ['too-large', Buffer.alloc(400_000, 'x')],
    ['wrong-environment', await supplier.issue({ environment: 'sandbox' })],
  ];
  for (const [reason, content, title] of wrong) {
    await test.step(reason, async () => {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await uploadFile(page, content);
      expect((await answered).status()).toBe(422);
      await expectRejection(page, supportCodes[reason]);
      if (title) await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expectStep(page, 'subir', supplier);
      await expect(page).toHaveTitle(new RegExp(`^${text('errors.prefix')}`));
    });
  }
  await uploadFile(page, await supplier.issue());
  await expectStep(page, 'autorizar', supplier);
});

test('an upload with neither file nor text is a field error with a link to the field', async ({
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'subir');
  const page = await device({ javaScriptEnabled: false });
  await page.goto(`${supplier.link}/subir`);
  await button(page, 'upload.send').filter({ visible: true }).click();
  await page.getByRole('alert').getByRole('link').click();
  await expect(fileInput(page)).toBeFocused();
  await expect(fileInput(page)).toHaveAttribute('aria-invalid', 'true');
});

test('a rejection stays over a reload and on another device, until a certificate is accepted', async ({
  page,
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'subir');
  await page.goto(supplier.link);
  await arriveBy(page, () => uploadFile(page, privateKey));
  const code = supportCodes['private-key'];
  await expectRejection(page, code);
  await page.reload();
  await expectRejection(page, code);
  const elsewhere = await device();
  await elsewhere.goto(supplier.link);
  await expectRejection(elsewhere, code);
  const certificate = await supplier.issue();
  await arriveBy(elsewhere, () => uploadFile(elsewhere, certificate));
  await page.goto(`${supplier.link}/subir`);
  await expectStep(page, 'subir', supplier);
  await expect(page.getByText(code)).toHaveCount(0);
});

test('a certificate is accepted as text inside a mail and as DER under any name', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'subir');
  const certificate = await supplier.issue();
  await page.goto(supplier.link);
  await pasteText(page, `\uFEFFHola:\r\n\r\n${certificate.replaceAll('\n', '\r\n')}\r\nSaludos`);
  await expectStep(page, 'autorizar', supplier);
  await page.goto(`${supplier.link}/subir`);
  const base64 = certificate.replace(/-----[^-]+-----|\s/g, '');
  await uploadFile(page, Buffer.from(base64, 'base64'), 'mi certificado.final (2).txt');
  await expectStep(page, 'autorizar', supplier);
});
