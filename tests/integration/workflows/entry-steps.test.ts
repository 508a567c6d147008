import { expect, test } from 'vitest';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { newJobOf, setState } from '../webhooks/scene.ts';

type StepInput = Parameters<typeof newJobOf>[1][number];
const step = (provider: string, config: Record<string, unknown> = {}): StepInput => ({ provider, config });

/** Runs the steps on a new supplier. */
async function run(...steps: StepInput[]) {
  const ctx = await newWorkspace();
  const { job, read, entry } = await newJobOf(ctx, steps, { rescue: [setState('error')] });
  await advanceJob(job);
  const codes = (await read()).intents.map(({ events }) => events.at(-1)?.code);
  return { ctx, id: entry, entry: await fetchEntry(ctx, entry), job: await read(), codes };
}

onDatabase('a step on the entry', () => {
  test.each([
    ['the country', { field: '/tax_id/country', is: 'AR' }, 'paid'],
    ['another country', { field: '/tax_id/country', is: 'UY' }, 'processing'],
    ['not another country', { field: '/tax_id/country', is: 'UY', not: true }, 'paid'],
    ['a field that there is', { field: '/tax_id' }, 'paid'],
    ['a field that there is not', { field: '/emails/0/addr' }, 'processing'],
    ['no such field', { field: '/emails/0/addr', not: true }, 'paid'],
    ['an object, which is no text', { field: '/tax_id', is: '[object Object]' }, 'processing'],
    ['a member of the prototype', { field: '/constructor' }, 'processing'],
    ['the text undefined, which no missing field equals', { field: '/alias', is: 'undefined' }, 'processing'],
    ['the state', { field: 'state', is: 'processing' }, 'paid'],
    ['the folder', { field: 'folder', is: 'customers' }, 'processing'],
  ])('continues on %s', async (_, condition, state) => {
    const { entry, job } = await run(setState('processing'), step('silo.if', condition), setState('paid'));
    expect([entry.state, job.status]).toEqual([state, 'OK']);
  });

  test('skips as many steps as the condition says', async () => {
    const condition = step('silo.if', { field: '/alias', skip: 1 });
    const { entry, codes } = await run(condition, setState('paid'), setState('sent'));
    expect(codes).toEqual(['condition-not-met', 'state-set']);
    expect(entry.state).toBe('sent');
  });

  test.each([
    ['a merge patch in an envelope', { data: { doc: { alias: 'Álamos' } } }],
    ['a bare merge patch', { scope: 'doc', data: { alias: 'Álamos' } }],
    [
      'operations',
      {
        merge_type: 'application/json-patch+json',
        data: [{ op: 'add', path: '/alias', value: 'Álamos' }],
      },
    ],
    [
      'what the reference’s editor sends',
      {
        addons: [],
        allow_invalid_json: false,
        data: { doc: { alias: 'Álamos' } },
        expr: '',
        merge_type: 'application/merge-patch+json',
        sign: false,
        tags: [],
      },
    ],
  ])('changes the document by %s', async (_, config) => {
    const { entry, codes } = await run(step('silo.modify', config));
    expect(codes).toEqual(['document-changed']);
    expect(entry.doc).toMatchObject({ alias: 'Álamos', tax_id: { country: 'AR' } });
  });

  test('that makes the document invalid fails with the field, and changes nothing', async () => {
    const { entry, job } = await run(step('silo.modify', { data: { tax_id: { code: '20123456789' } } }));
    expect(job).toMatchObject({ status: 'KO', faults: [{ paths: ['$.tax_id.code'] }] });
    expect(entry.doc).toMatchObject({ tax_id: { code: '30712345671' } });
    expect(entry.state).toBe('error');
  });

  test('closes the entry, which then refuses changes by requests and by steps', async () => {
    const close = step('silo.close');
    const { ctx, id, entry, job, codes } = await run(
      close,
      close,
      step('silo.modify', { data: { alias: 'Álamos' } }),
    );
    expect(codes.slice(0, 3)).toEqual(['entry-closed', 'entry-closed', 'entry-closed']);
    expect(job).toMatchObject({ status: 'KO', faults: [{ code: 'entry-closed' }] });
    expect(entry.closedAt).toBeInstanceOf(Date);
    const change = changeDocument(ctx, id, { data: { alias: 'Álamos' }, mode: 'merge' });
    await expect(change).rejects.toMatchObject({ key: 'conflict', code: 'entry-closed' });
    expect((await fetchEntry(ctx, id)).doc).toEqual(entry.doc);
  });
});
