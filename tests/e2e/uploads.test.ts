import { rejectionCodes } from '#app/reg/[ref]/_parts/rejection.tsx';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import type { Environment } from '#lib/environment.ts';
import type { FileType } from '#lib/x509/file-type.ts';
import type { E2eAlta } from '../support/e2e-alta.ts';
import type { Supplier } from '../support/e2e-supplier.ts';
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
import { newCuit } from '../support/new-cuit.ts';
import { createAuthority, issueCertificate, testKey, toPem } from '../support/pki.ts';

interface WrongFile {
  reason: RejectionReason;
  fileType?: FileType;
  content: string | Buffer;
  name?: string;
}

const day = 86_400;
const privateKey = testKey(1).privateKey.export({ type: 'pkcs8', format: 'pem' });
const notCertificates: WrongFile[] = [
  { reason: 'empty', content: '' },
  { reason: 'empty', content: ' \r\n\r\n' },
  { reason: 'too-large', content: Buffer.alloc(70_000, 'x') },
  { reason: 'too-large', content: Buffer.alloc(400_000, 'x') },
  { reason: 'private-key', content: privateKey, name: 'clave.key' },
  { reason: 'pkcs12', content: Buffer.from('308209a60201033082', 'hex'), name: 'certificado.p12' },
  { reason: 'not-a-certificate', fileType: 'zip', content: 'PK\x03\x04certificado' },
  { reason: 'not-a-certificate', fileType: 'docx', content: 'PK\x03\x04word/document.xml' },
  { reason: 'not-a-certificate', fileType: 'pdf', content: '%PDF-1.7', name: 'certificado.crt' },
  { reason: 'not-a-certificate', fileType: 'png', content: Buffer.from('\x89PNG\r\n', 'latin1') },
  { reason: 'not-a-certificate', fileType: 'jpeg', content: Buffer.alloc(400_000, '\xff\xd8\xff', 'latin1') },
  { reason: 'not-a-certificate', fileType: 'html', content: '<!DOCTYPE html><title>Ingresar</title>' },
  { reason: 'not-a-certificate', fileType: 'text', content: 'Hola, acá va el certificado' },
];

/** Those that need the authority, and the supplier's own request. */
async function wrongCertificates(
  { simulator }: E2eAlta,
  supplier: Supplier,
  other: Supplier,
): Promise<WrongFile[]> {
  const { environment } = supplier;
  const { alias, csr } = await supplier.request();
  const issuedAt = async (offsetSeconds: number, suffix: string) => {
    await simulator.control.clock(offsetSeconds);
    const certificate = await supplier.issue({ alias: `${alias}${suffix}` });
    await simulator.control.clock(0);
    return certificate;
  };
  const wrongOffice: Environment = environment === 'live' ? 'sandbox' : 'live';
  const stranger = createAuthority({ commonName: 'Certificados Truchos', key: 2 });
  const { publicKey } = testKey(1);
  const whole = await supplier.issue({ alias: `${alias}a` });
  const ca = await fetch(`${simulator.url}/${environment}/portal/ca.pem`);
  return [
    { reason: 'certificate-request', content: csr, name: `pedido-${supplier.cuit}.csr` },
    { reason: 'malformed', content: whole.slice(0, whole.length / 2) },
    { reason: 'authority-certificate', content: await ca.text() },
    {
      reason: 'unknown-issuer',
      content: toPem(issueCertificate(stranger, { alias, cuit: supplier.cuit, publicKey })),
    },
    { reason: 'wrong-environment', content: await supplier.issue({ environment: wrongOffice }) },
    { reason: 'other-key', content: await other.issue() },
    { reason: 'expired', content: await issuedAt(-3 * 365 * day, 'b') },
    { reason: 'not-yet-valid', content: await issuedAt(day, 'c') },
    ...(environment === 'live'
      ? [{ reason: 'other-cuit' as const, content: await supplier.issue({ cuit: newCuit('30') }) }]
      : []),
  ];
}

for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
  test(`in ${environment}, each wrong file is named, and the right one goes through after all of them`, async ({
    page,
    alta,
    supplierAt,
  }) => {
    const supplier = await supplierAt(environment, 'subir');
    const other = await supplierAt(environment);
    await page.goto(`${supplier.link}/subir`);
    const wrong = [...notCertificates, ...(await wrongCertificates(alta, supplier, other))];
    for (const { reason, fileType, content, name } of wrong) {
      await test.step(`${reason} ${fileType ?? ''}`, async () => {
        const answered = page.waitForResponse((response) => response.request().method() === 'POST');
        await uploadFile(page, content, name);
        expect((await answered).status()).toBe(422);
        await expectRejection(page, rejectionCodes[reason]);
        if (fileType) {
          const title = text('rejection.not-a-certificate.title', { fileType });
          await expect(page.getByRole('heading', { name: title })).toBeVisible();
        }
        await expectStep(page, 'subir', supplier);
        await expect(page).toHaveTitle(new RegExp(`^${text('errors.prefix')}`));
      });
    }
    await uploadFile(page, await supplier.issue());
    await expectStep(page, 'autorizar', supplier);
  });
}

test('neither a file nor a text is an error of the field, with a link to it', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'subir');
  await page.goto(`${supplier.link}/subir`);
  await button(page, 'upload.send').click();
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
  const code = rejectionCodes['private-key'];
  await expectRejection(page, code);
  await page.reload();
  await expectRejection(page, code);
  const elsewhere = await device();
  await elsewhere.goto(supplier.link);
  await expectRejection(elsewhere, code);
  await uploadFile(elsewhere, await supplier.issue());
  await page.goto(`${supplier.link}/subir`);
  await expectStep(page, 'subir', supplier);
  await expect(page.getByText(code)).toHaveCount(0);
});

test('a certificate is taken as text with a mail around it, and as DER under any name', async ({
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
