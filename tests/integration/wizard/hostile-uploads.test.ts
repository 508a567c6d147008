// @module-tag slow
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { testAuthority, toPem } from '#tests/support/pki.ts';
import { newRegistration, postForm, postUpload } from '#tests/support/registrant.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

/** `ALTA_UPLOADS=100000 npx vitest run --project integration tests/integration/wizard/hostile-uploads.test.ts` for the long run. */
const uploads = Number(process.env.ALTA_UPLOADS ?? 400);
const atOnce = 16;

const seed = async () => newRegistration(await newWorkspace('live'));

onServer('a hostile upload', { seed }, (server) => {
  test(
    'is answered with a reason, and leaves the memory as it was',
    async () => {
      const { alta, seeded, simulator } = server();
      const wizard = `${alta.origin}/reg/${seeded.ref}`;
      await postForm(wizard);
      await postForm(`${wizard}/datos`, { name: 'Talleres Río S.A.', email: 'ana@rio.example' });
      const csr = await (await fetchPage(`${wizard}/pedido`)).text();
      const issued = await simulator.issueCertificate('live', { cuit: supplierCuit, alias: 'rio', csr });
      const samples = fc.sample(changed([issued.certificate, toPem(testAuthority('live').der), csr]), {
        numRuns: uploads,
        seed: 20_261_124,
      });
      const statuses = new Map<number, number>();
      const early = Math.floor(uploads / 4);
      let memoryBefore = 0;
      for (let from = 0; from < samples.length; from += atOnce) {
        if (from >= early) memoryBefore ||= await residentMebibytes(alta.origin);
        await Promise.all(samples.slice(from, from + atOnce).map(send));
      }
      const grown = (await residentMebibytes(alta.origin)) - memoryBefore;
      expect([...statuses.keys()]).toEqual([422]);
      console.log(
        `${uploads} uploads, each refused with its reason; memory since the first quarter ${grown} MiB`,
      );
      expect(grown).toBeLessThan(200);

      async function send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
        const { status, ok } = await postUpload(`${wizard}/subir`, { file: new Blob([bytes]) });
        expect(ok).toBe(false);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    },
    120_000 + uploads * 40,
  );
});

/** Texts with bytes lost, changed and added: never as they were. */
function changed(texts: string[]): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  const change = fc.record({
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    lost: fc.integer({ min: 1, max: 40 }),
    added: fc.uint8Array({ maxLength: 40 }),
  });
  return fc
    .record({ text: fc.constantFrom(...texts), changes: fc.array(change, { minLength: 1, maxLength: 4 }) })
    .map(({ text, changes }) =>
      changes.reduce((bytes, { part, lost, added }) => {
        // Within the base64, where a change is one of the certificate.
        const at = 40 + Math.floor(part * (bytes.length - 120));
        return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + lost)]);
      }, Buffer.from(text)),
    )
    .map((bytes) => new Uint8Array(bytes));
}

async function residentMebibytes(origin: string): Promise<number> {
  const text = await (await fetchPage(`${origin}/api/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1_048_576);
}
