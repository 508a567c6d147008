import { beforeEach, expect, onTestFinished } from 'vitest';
import { type ApiAnswer, type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from '#tests/support/receiver.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

export const base = '/transform/v1';
export const hooks = `${base}/webhooks`;

export const seed = async () => ({
  apiKey: await newApiKey(await newWorkspace()),
  stranger: await newApiKey(await newWorkspace()),
});

type Job = ApiAnswer['body'];

/** A receiver for each test, and a client of the workspace that tells it. */
export function withReceiver(
  server: () => { alta: { origin: string }; seeded: Awaited<ReturnType<typeof seed>> },
) {
  let call: ApiClient;
  let receiver: Receiver;
  beforeEach(async () => {
    const { alta, seeded } = server();
    call = apiClient(alta.origin, seeded.apiKey);
    receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
  });

  async function newEntry(): Promise<string> {
    const data = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: '30123456781' } };
    return (await call('POST', '/silo/v1/entries', { folder: 'suppliers', data })).body.id;
  }

  /** A job that tells the receiver of its entry until it is told, and labels it, when the job is as the test wants it. */
  async function tell(
    satisfies: (job: Job) => boolean,
    { answers = [], config = {} }: { answers?: ReceiverAnswer[]; config?: object } = {},
  ) {
    if (answers.length) receiver.answer(...answers);
    const told = { url: receiver.url, event: 'supplier.created', wait: 'delivered', ...config };
    const steps = [
      { provider: 'webhook', config: told },
      { provider: 'silo.state', config: { state: 'completed' } },
    ];
    const rescue = [{ provider: 'silo.state', config: { state: 'error' } }];
    const workflow = await call('POST', `${base}/workflows`, { name: 'Tell', steps, rescue });
    expect(workflow.status).toBe(200);
    const entry = await newEntry();
    const started = await call('POST', `${base}/jobs`, {
      workflow_id: workflow.body.id,
      silo_entry_id: entry,
    });
    const path = `${base}/jobs/${started.body.id}`;
    const jobWhen = (isSo: (job: Job) => boolean) =>
      eventually(async () => (await call('GET', path)).body, isSo);
    const job = await jobWhen(satisfies);
    const { body: listed } = await call('GET', `${hooks}/deliveries?transform_job_id=${job.id}`);
    return { job, jobWhen, path, entry, workflow: workflow.body, delivery: listed.list[0]?.id as string };
  }
  return { call: (...asked: Parameters<ApiClient>) => call(...asked), receiver: () => receiver, tell };
}

export const isStatus =
  (...wanted: string[]) =>
  ({ status }: { status: string }) =>
    wanted.includes(status);
