import { type Environment, environments } from '#lib/authority-environment.ts';
import { caller } from './caller.ts';
import type { DemoReceiver } from './receiver.ts';

const description = 'The demo’s receiver';

/** Subscribes the receiver to all events of both workspaces, at its current address. */
export async function listenAt(
  receiver: DemoReceiver,
  workspaces: Record<Environment, { api_key: string }>,
  baseUrl: string,
): Promise<void> {
  for (const environment of environments) {
    const call = caller(baseUrl, workspaces[environment].api_key);
    const endpoints = '/transform/v1/webhooks/endpoints';
    const { list = [] } = await call('GET', `${endpoints}?limit=100`);
    const existing = list.find((endpoint) => endpoint.description === description);
    const url = `${receiver.url}/${environment}`;
    const { id } = existing
      ? await call('PATCH', `${endpoints}/${existing.id}`, { url })
      : await call('POST', endpoints, { url, description, events: ['*'] });
    // The demo does not store the secret, so each start makes a new one.
    const { secret } = await call('POST', `${endpoints}/${id}/secrets`, { overlap_hours: 0 });
    if (secret) receiver.expect(environment, secret);
  }
}
