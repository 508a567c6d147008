import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#app/api/transform/v1/jobs.ts';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import type { Context } from '#lib/context.ts';
import { jobWaits } from '#lib/limits.ts';
import { listEntries } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { awaitEnd } from '#lib/workflows/begin.ts';
import { eventually } from '#tests/support/api-client.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';
import { newJobOf, setState } from '../webhooks/scene.ts';
import { create } from '../workflows/editing.ts';

const party = {
  $schema: 'https://gobl.org/draft-0/org/party',
  name: 'Molino del Oeste S.A.',
  tax_id: { country: 'AR', code: supplierCuit },
};

onDatabase('jobs as clients of the reference send them', () => {
  let ctx: Context;
  let key: string;
  let workflow_id: string;
  beforeEach(async () => {
    ctx = await newWorkspace();
    key = await newApiKey(ctx);
    workflow_id = (await create(ctx, { name: 'Label', steps: [setState('completed')] })).id;
  });
  const post = (body: object, { query = '', as = key, headers = {} } = {}) =>
    callRoute(jobs.createJob, as, { method: 'POST', body, query, headers });
  const entriesOf = async () => (await listEntries(ctx, { limit: 100 })).map(({ id }) => id);

  describe('with a document in place of an entry', () => {
    test('make an entry of it, and answer with its envelope and files when they have ended', async () => {
      const made = await post({ workflow_id, data: party });
      expect(made.status).toBe(202);
      expect(made.body).not.toHaveProperty('envelope');
      expect(await entriesOf()).toEqual([made.body.silo_entry_id]);

      await advanceJob(made.body.id);
      const { body } = await callRoute(jobs.fetchJob, key, { params: { id: made.body.id } });
      expect(body).toMatchObject({ status: 'OK', attachments: [] });
      expect(body.envelope).toMatchObject({
        $schema: 'https://gobl.org/draft-0/envelope',
        head: { uuid: made.body.silo_entry_id },
        doc: { name: party.name },
      });
      const [listed] = (await callRoute(jobs.listJobs, key)).body.list;
      expect(listed.id).toBe(body.id);
      expect(listed).not.toHaveProperty('envelope');
    });

    test('take it in an envelope too', async () => {
      const envelope = { $schema: 'https://gobl.org/draft-0/envelope', head: {}, doc: party };
      expect((await post({ workflow_id, data: envelope })).status).toBe(202);
      expect((await listEntries(ctx, { limit: 2 }))[0]?.folder).toBe('suppliers');
    });

    test('make one entry when they are sent many times under one key, and conflict with another document', async () => {
      const body = { workflow_id, data: party, key: 'K-1' };
      const answers = await Promise.all(Array.from({ length: 12 }, () => post(body)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
      const other = await post({ ...body, data: { ...party, name: 'Otro S.A.' } });
      expect(other).toMatchObject({ status: 409, body: { fields: { key: 'is taken' } } });
      expect(await entriesOf()).toHaveLength(1);
    });

    test('can be repeated by PUT under their id, and cancelled', async () => {
      const put = (body: object) =>
        callRoute(jobs.putJob, key, {
          method: 'PUT',
          params: { id },
          body: { workflow_id, data: party, ...body },
        });
      const id = uuidv7();
      const made = await put({});
      expect(made.status).toBe(202);
      const again = await put({ tags: ['a'] });
      expect(again).toMatchObject({ status: 200, body: { id, tags: ['a'] } });
      expect((await put({ data: { ...party, name: 'Otro S.A.' } })).status).toBe(409);
      expect((await put({ status: 'CANCEL' })).body).toMatchObject({ status: 'KO' });
      expect(await entriesOf()).toEqual([made.body.silo_entry_id]);
    });

    test.each<[string, object, string]>([
      ['a document that is not right', { data: { ...party, tax_id: { country: 'AR', code: '1' } } }, 'data'],
      [
        'one that the workflow is not for',
        { data: { $schema: 'https://gobl.org/draft-0/bill/invoice' } },
        'data',
      ],
      ['neither', {}, 'silo_entry_id'],
      ['both', { data: party, silo_entry_id: randomUUID() }, 'silo_entry_id'],
    ])('with %s are refused by the field’s name, and create nothing', async (_what, body, field) => {
      const answer = await post({ workflow_id, ...body });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.fields)[0]).toMatch(new RegExp(`^${field}`));
      expect(await entriesOf()).toEqual([]);
    });

    test('need the scope to write entries, and show no envelope without the scope to read them', async () => {
      const scopes = ['transform:read', 'transform:write'] as const;
      const { token } = await createApiKey(ctx, { name: 'Jobs', scopes: [...scopes] });
      const refused = await post({ workflow_id, data: party }, { as: token });
      expect(refused).toMatchObject({ status: 403, body: { code: 'scope-missing' } });
      expect(await entriesOf()).toEqual([]);
      const { body: job } = await post({ workflow_id, data: party });
      await advanceJob(job.id);
      const seen = await callRoute(jobs.fetchJob, token, { params: { id: job.id } });
      expect(seen.body).toMatchObject({ status: 'OK', silo_entry_id: job.silo_entry_id });
      expect(seen.body).not.toHaveProperty('envelope');
      expect(seen.body).not.toHaveProperty('attachments');
    });
  });

  describe('with the parameter wait', () => {
    /** What the workers would do, once the job is there. */
    const advanceUnder = async (name: string) => {
      const { body } = await eventually(
        () => callRoute(jobs.fetchJobByKey, key, { params: { key: name } }),
        ({ status }) => status === 200,
      );
      await advanceJob(body.id);
    };

    test.each([
      ['a job', {}],
      ['one under an Idempotency-Key', { 'idempotency-key': 'I-1' }],
    ])('%s is answered when it has ended', async (_what, headers) => {
      const body = { workflow_id, data: party, key: 'K-1' };
      const [answer] = await Promise.all([post(body, { query: '?wait=10', headers }), advanceUnder('K-1')]);
      expect(answer).toMatchObject({ status: 202, body: { status: 'OK', envelope: { doc: {} } } });
      const again = await post(body, { query: '?wait=10', headers });
      expect(again.body).toEqual(answer.body);
    });

    test('are fetched when they have ended, by id and by key', async () => {
      const { body: job } = await post({ workflow_id, data: party, key: 'K-2' });
      const [byId, byKey] = await Promise.all([
        callRoute(jobs.fetchJob, key, { params: { id: job.id }, query: '?wait=60' }),
        callRoute(jobs.fetchJobByKey, key, { params: { key: 'K-2' }, query: '?wait=60' }),
        pause(100).then(() => advanceJob(job.id)),
      ]);
      expect([byId.body.status, byKey.body.status]).toEqual(['OK', 'OK']);
    });

    test('are answered as they stand when the time is over', async () => {
      const { id } = await newRegistrationWorkflow(ctx);
      const answer = await post({ workflow_id: id, data: party }, { query: '?wait=1' });
      expect(answer).toMatchObject({ status: 202, body: { status: 'RUN' } });
    });

    test('are refused when it is no number of seconds', async () => {
      expect((await post({ workflow_id, data: party }, { query: '?wait=soon' })).status).toBe(422);
      expect((await post({ workflow_id, data: party }, { query: '?wait=-1' })).status).toBe(422);
    });
  });

  describe('with a client that waits', () => {
    let job: string;
    beforeAll(async () => {
      ({ job } = await newJobOf(await newWorkspace(), [setState('completed')]));
    });
    const gone = () => AbortSignal.timeout(200);

    test('stop waiting when the client has gone', async () => {
      const waiting = awaitEnd(ctx, job, { seconds: jobWaits.seconds, signal: gone() });
      expect(await Promise.race([waiting.then(() => 'over'), pause(5_000, 'still waiting')])).toBe('over');
    });

    test('keep a limited number of a workspace’s clients waiting, and no client beyond it', async () => {
      const leaving = new AbortController();
      const waiting = Array.from({ length: jobWaits.perWorkspace }, () =>
        awaitEnd(ctx, job, { seconds: jobWaits.seconds, signal: leaving.signal }),
      );
      await awaitEnd(ctx, job, { seconds: jobWaits.seconds, signal: AbortSignal.any([]) });
      const others = awaitEnd(await newWorkspace(), job, {
        seconds: jobWaits.seconds,
        signal: leaving.signal,
      });
      expect(await Promise.race([others.then(() => 'over'), pause(100, 'waits')])).toBe('waits');
      leaving.abort();
      await Promise.all([...waiting, others]);
    });
  });
});
