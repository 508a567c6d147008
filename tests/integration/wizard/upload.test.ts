import { request } from 'node:http';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type RejectionReason, supportCodes } from '#lib/certificates/rejection.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration, postForm, postUpload } from '#tests/support/registrant.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace('live');
  return { registration: await newRegistration(ctx), other: await newRegistration(ctx) };
}

const bytes = (...values: number[]) => new Blob([new Uint8Array(values)]);
const text = (value: string) => new Blob([value]);
const secretKey = '-----BEGIN PRIVATE KEY-----\nTk9UQVJFQUxLRVlCVVRBU0VDUkVU\n-----END PRIVATE KEY-----\n';

onServer('an upload in the wizard', { seed }, (server) => {
  let wizard: string;
  let csr: string;
  beforeAll(async () => {
    wizard = `${server().alta.origin}/reg/${server().seeded.registration.ref}`;
    await postForm(wizard);
    await postForm(`${wizard}/datos`, {
      name: 'Ferretería El Tornillo S.R.L.',
      email: 'ana@tornillo.example',
    });
    await postForm(`${wizard}/habilitar`);
    await postForm(`${wizard}/certificado`, { intent: 'continue' });
    csr = await (await fetchPage(`${wizard}/pedido`)).text();
  });

  const wrong: [what: string, file: () => Blob, reason: RejectionReason][] = [
    ['an empty file', () => text(''), 'empty'],
    ['64 KiB and one byte', () => new Blob([new Uint8Array(65_537)]), 'too-large'],
    ['9 MB', () => new Blob([new Uint8Array(9_000_000)]), 'too-large'],
    ['a photograph of 9 MB', () => new Blob(['GIF8', new Uint8Array(9_000_000)]), 'not-a-certificate'],
    ['the request itself', () => text(csr), 'certificate-request'],
    ['a private key', () => text(secretKey), 'private-key'],
    [
      'a PKCS#12 file',
      () => bytes(0x30, 0x82, 0x01, 0x00, 0x02, 0x01, 0x03, 0x30, 0x03, 0x02, 0x01, 0x00),
      'pkcs12',
    ],
    ['a ZIP', () => bytes(0x50, 0x4b, 0x03, 0x04, 0, 0), 'not-a-certificate'],
    ['a PDF', () => text('%PDF-1.7\n'), 'not-a-certificate'],
    ['a picture', () => bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'not-a-certificate'],
    ['the login page of the authority', () => text('<!DOCTYPE html><html></html>'), 'not-a-certificate'],
    ['half a certificate', () => text('-----BEGIN CERTIFICATE-----\nMIIC'), 'malformed'],
  ];

  test.each(wrong)(
    'of %s is refused with its support code, and leaves the certificate open',
    async (_what, file, reason) => {
      const answer = await postUpload(`${wizard}/subir`, { file: file() });
      const page = await answer.text();
      expect(answer.status).toBe(422);
      expect(page).toContain(supportCodes[reason]);
      // It stays on the page, on any device, until the next try.
      expect(await (await fetchPage(`${wizard}/subir`)).text()).toContain(supportCodes[reason]);
      expect(page).not.toContain('Tk9UQVJF');
    },
  );

  test('of nothing is answered with an instruction', async () => {
    const answer = await postUpload(`${wizard}/subir`, {});
    expect([answer.status, (await answer.text()).includes('role="alert"')]).toEqual([422, true]);
  });

  test.each(['file', 'text'])(
    'of an empty %s shows its own error, and none of the earlier attempt',
    async (name) => {
      await postUpload(`${wizard}/subir`, { text: 'no certificate' });
      const page = await (await postUpload(`${wizard}/subir`, name === 'text' ? { text: ' ' } : {})).text();
      expect(page.match(/id="(file|text)-error"/g)).toEqual([`id="${name}-error"`]);
      expect(page).not.toContain(supportCodes['not-a-certificate']);
    },
  );

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'a thousand parts',
      'multipart/form-data; boundary=b',
      `${'--b\r\ncontent-disposition: form-data; name="f"\r\n\r\nx\r\n'.repeat(1_000)}--b--\r\n`,
    ],
    ['another type', 'application/json', '{}'],
  ])('with %s is a client’s error', async (_what, type, body) => {
    const answer = await fetchPage(`${wizard}/subir`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': type },
      body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test('that never ends is cut off, and the next visitor is served', async () => {
    const { hostname, port, pathname } = new URL(`${wizard}/subir`);
    const chunk = Buffer.alloc(65_536, 'a');
    const ended = await new Promise<string>((resolve) => {
      const upload = request({
        hostname,
        port,
        path: pathname,
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=b' },
      });
      let done = false;
      const finish = (how: string) => {
        done = true;
        upload.destroy();
        resolve(how);
      };
      upload.once('response', (answer) => finish(String(answer.statusCode)));
      upload.once('error', () => finish('closed'));
      const send = () => {
        while (!done && upload.write(chunk));
        if (!done) upload.once('drain', send);
      };
      send();
    });
    expect(['422', 'closed']).toContain(ended);
    expect((await fetchPage(`${wizard}/subir`)).status).toBe(200);
  });

  test('leaves nothing when refused, and is accepted as pasted text afterwards', async () => {
    await postUpload(`${wizard}/subir`, { file: text(secretKey) });
    const { alta, seeded, source, simulator } = server();
    expect(alta.output()).not.toContain('Tk9UQVJF');
    if (source.url) {
      const { entryId } = seeded.registration;
      const kept = await database().select().from(certificates).where(eq(certificates.entryId, entryId));
      const [registration] = await database()
        .select()
        .from(registrations)
        .where(eq(registrations.entryId, entryId));
      const rows = { kept, registration };
      expect(rows.kept.map(({ certificate }) => certificate)).toEqual([null]);
      expect(rows.registration?.lastRejection?.reason).toBe('private-key');
      expect(JSON.stringify(rows)).not.toContain('Tk9UQVJF');
    }
    const { certificate } = await simulator.issueCertificate('live', {
      cuit: supplierCuit,
      alias: `u${Date.now()}`,
      csr,
    });
    const pasted = `Resultado:\r\n${certificate.replaceAll('\n', '\r\n')}\r\n`;
    const answer = await postUpload(`${wizard}/subir`, { text: pasted });
    expect([answer.status, answer.headers.get('location')?.endsWith('/autorizar')]).toEqual([303, true]);
    expect((await fetchPage(`${wizard}/autorizar`)).status).toBe(200);
  });
});
