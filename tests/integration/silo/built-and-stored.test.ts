import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildDocument } from '#lib/documents/build.ts';
import { AltaError } from '#lib/errors.ts';
import { changeEntry } from '#lib/silo/change-entry.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { anyInvoice } from '#tests/support/any-invoice.ts';
import { anyParty } from '#tests/support/any-party.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const anySent = fc.oneof(
  fc.record({ folder: fc.constantFrom('suppliers', 'customers'), data: anyParty }),
  anyInvoice.map((data) => ({
    folder: 'invoices',
    data: { ...data, issue_date: buenosAiresDay(new Date()) },
  })),
);

/** What building gives, or the paths of what is wrong. */
function built(data: Record<string, unknown>, folder: string) {
  try {
    return buildDocument(data, folder);
  } catch (error) {
    if (!(error instanceof AltaError)) throw error;
    return error.faults.flatMap(({ paths = [] }) => paths);
  }
}

onDatabase('a document', () => {
  test('is stored exactly as it is built, and refused with the same faults', async () => {
    const ctx = await newWorkspace();
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(anySent, async ({ folder, data }) => {
        const doc = built(data, folder);
        const creating = createEntry(ctx, { folder, data });
        if (Array.isArray(doc)) {
          const { faults } = await creating.then(
            () => ({ faults: [] }),
            (error: AltaError) => error,
          );
          expect(faults.flatMap(({ paths = [] }) => paths)).toEqual(doc);
          return;
        }
        stored += 1;
        const entry = await creating;
        expect(entry.doc).toEqual(doc);
        expect(buildDocument(entry.doc, folder)).toEqual(doc);
        expect((await createEntry(ctx, { folder, data: doc })).digest).toBe(entry.digest);
        for (const data of [doc, entry.doc]) {
          const { after } = await changeEntry(ctx, entry.id, { data, mode: 'replace' });
          expect(after.digest).toBe(entry.digest);
        }
        const { after } = await changeEntry(ctx, entry.id, { data, mode: 'replace' });
        expect(after.doc).toEqual(doc);
      }),
      { numRuns: 60, seed: 20_261_122 },
    );
    expect(stored).toBeGreaterThan(20);
  });
});
