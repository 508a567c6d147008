// @module-tag slow
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { newUser, type User } from '#tests/support/alta-command.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { installedClient } from '#tests/support/installed-client.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const seed = async () => ({ key: await newApiKey(await newWorkspace()) });

onServer('alta webhooks listen', { seed }, (server) => {
  beforeAll(installedClient, 300_000);
  let user: User;
  let at: { ALTA_URL: string; ALTA_KEY: string };
  beforeEach(async () => {
    user = await newUser();
    at = { ALTA_URL: server().alta.origin, ALTA_KEY: server().seeded.key };
  });
  const api = () => apiClient(at.ALTA_URL, at.ALTA_KEY);

  test('forwards webhooks to this machine, signed, and leaves no endpoint behind', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const secret = `whsec_${Buffer.from('a secret of the developer').toString('base64')}`;
    const forward = ['webhooks', 'listen', '--forward', `${receiver.url}/alta`];
    const run = user.start(forward, { ...at, ALTA_WEBHOOK_SECRET: secret });
    const { list } = await eventually(
      async () => (await api()('GET', '/transform/v1/webhooks/endpoints')).body,
      (page) => page.list.some(({ url }: { url: string }) => url === 'alta:kept'),
    );
    const endpoint = list.find(({ url }: { url: string }) => url === 'alta:kept');
    await api()('POST', `/transform/v1/webhooks/endpoints/${endpoint.id}/test`, { event: 'job.failed' });
    await api()('POST', `/transform/v1/webhooks/endpoints/${endpoint.id}/test`, { event: 'link.sent' });
    await eventually(
      async () => receiver.requests,
      (requests) => requests.length >= 2,
    );
    for (const { path, headers, body } of receiver.requests) {
      expect(path).toBe('/alta');
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(verified).toMatchObject({ id: headers['webhook-id'], test: true });
    }
    expect(receiver.requests.map(({ json }) => json.event)).toEqual(['job.failed', 'link.sent']);
    // What others on this machine see of it.
    expect(readFileSync(`/proc/${run.child.pid}/cmdline`, 'utf8')).not.toContain(at.ALTA_KEY);
    run.child.kill('SIGINT');
    const { code, stdout, stderr } = await run.ended;
    expect([code, stdout]).toEqual([130, expect.stringMatching(/job\.failed[\s\S]*link\.sent/)]);
    expect(stdout + stderr).not.toContain(at.ALTA_KEY);
    const left = await api()('GET', `/transform/v1/webhooks/endpoints/${endpoint.id}`);
    expect(left.status).toBe(404);
  });
});
