import { createHmac, randomBytes } from 'node:crypto';
import { type Alta, AltaError, type DeliveryInList, type WebhookEvent } from '../src/index.ts';
import { type Command, facts, given, type Invocation, state, table, usageError } from './command.ts';

/** Deliveries to an endpoint with this address are stored and not sent. */
const inboxUrl = 'alta:kept';

const description = 'alta webhooks listen';

const pauseMs = 1_500;

const receiverTimeoutMs = 30_000;

/** Polls the deliveries and forwards them, because the installation cannot reach a developer's machine. */
export const listen: Command = {
  name: 'webhooks listen',
  summary: "Forward the workspace's webhooks to a receiver on this machine, until Ctrl-C",
  options: {
    forward: { value: 'address', help: 'the receiver, such as http://localhost:4242/alta' },
    'print-secret': { help: 'only print the secret that signs the messages' },
  },
  async run(invocation) {
    const { terminal, signal, env, options } = invocation;
    const secret = secretFrom(env);
    if (options.printSecret) return { data: { secret }, text: secret };
    const target = targetOf(given(invocation, 'forward'));
    const alta = invocation.alta();
    const endpoint = { url: inboxUrl, events: ['*'] as ['*'], description };
    const { id, created_at: since } = await alta.webhooks.endpoints.create(endpoint);
    terminal.say(`Forwarding to ${target}. Signed with ${secret}`);
    try {
      await forwardFrom(since, { alta, target, secret, invocation });
    } finally {
      await alta.webhooks.endpoints.remove(id).catch((error: unknown) => {
        if (!(error instanceof AltaError)) throw error;
        terminal.say(`The endpoint ${id} could not be removed: remove it in the Console. ${error.message}`);
      });
    }
    if (signal.aborted) throw signal.reason;
    return undefined;
  },
};

export const endpointsList: Command = {
  name: 'webhooks endpoints',
  summary: 'List the endpoints of the workspace, with their ids',
  async run({ alta, signal, terminal }) {
    const endpoints = [];
    for await (const each of alta().webhooks.endpoints.list({ limit: 100 }, { signal })) endpoints.push(each);
    const rows = endpoints.map(({ id, url, events }) => [id, url, events.join(', ')]);
    return {
      data: { list: endpoints },
      text: rows.length ? table(['ID', 'URL', 'EVENTS'], rows, terminal) : 'There are no endpoints.',
    };
  },
};

export const sendSample: Command = {
  name: 'webhooks test',
  summary: 'Send a sample of an event to an endpoint, by its id',
  takes: ['endpoint'],
  options: { event: { value: 'event', help: 'such as registration.completed' } },
  async run(invocation) {
    const { args, signal, terminal } = invocation;
    const event = given(invocation, 'event');
    if (!event) throw usageError('The event is missing: use --event registration.completed.');
    // Alta knows the events, also those that are newer than this command.
    const body = { event: event as WebhookEvent };
    const delivery = await invocation.alta().webhooks.endpoints.test(args[0] ?? '', body, { signal });
    return {
      data: delivery,
      text: facts(
        [
          ['delivery', delivery.id],
          ['event', delivery.event ?? event],
          ['to', delivery.url],
        ],
        terminal,
      ),
    };
  },
};

/**
 * Takes the secret from the environment, if set, so that the receiver need not be reconfigured for each run.
 */
function secretFrom({ ALTA_WEBHOOK_SECRET: secret }: NodeJS.ProcessEnv): string {
  if (!secret) return `whsec_${randomBytes(24).toString('base64')}`;
  if (!/^whsec_[\w+/=-]+$/.test(secret)) throw usageError('ALTA_WEBHOOK_SECRET must begin with whsec_.');
  return secret;
}

function targetOf(address: string | undefined): string {
  if (!address) throw usageError('The receiver is missing: use --forward http://localhost:4242/alta.');
  const url = /^\d+(\/|$)/.test(address) ? `http://localhost:${address}` : address;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw usageError(`${address} is not an http address.`);
  return url;
}

interface Forwarding {
  alta: Alta;
  target: string;
  secret: string;
  invocation: Invocation;
}

/** Forwards each delivery once, oldest first, until interrupted. */
async function forwardFrom(since: string, { alta, target, secret, invocation }: Forwarding): Promise<void> {
  const { terminal, signal } = invocation;
  const seen = new Set<string>();
  let from = since;
  while (!signal.aborted) {
    for (const delivery of await newSince(alta, from, signal)) {
      if (seen.has(delivery.id)) continue;
      seen.add(delivery.id);
      from = delivery.created_at;
      const { body } = await alta.webhooks.deliveries.fetch(delivery.id);
      const answer = await post(target, { id: delivery.id, body, secret });
      terminal.out(
        invocation.options.json
          ? JSON.stringify({ ...delivery, answer })
          : `${delivery.created_at}  ${delivery.event ?? 'a step'}  ${delivery.id}  ${state(answer.ok ? 'done' : 'failed', terminal)} ${answer.result}`,
      );
    }
    await pause(signal);
  }
}

/** Deliveries to `inboxUrl` and of workflow steps, oldest first. The API lists the newest first. */
async function newSince(alta: Alta, from: string, signal: AbortSignal): Promise<DeliveryInList[]> {
  const found: DeliveryInList[] = [];
  try {
    for await (const delivery of alta.webhooks.deliveries.list({ limit: 20 }, { signal })) {
      if (delivery.created_at < from) break;
      if (delivery.url === inboxUrl || !delivery.endpoint_id) found.unshift(delivery);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return found;
}

/** Signs again as in Standard Webhooks, because the receiver checks the time of sending. */
async function post(target: string, { id, body, secret }: { id: string; body: string; secret: string }) {
  const timestamp = Math.floor(Date.now() / 1_000);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  try {
    const { ok, status } = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': `${timestamp}`,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(receiverTimeoutMs),
    });
    return { ok, result: `${status}` };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return { ok: false, result: cause?.code ?? 'no answer' };
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, pauseMs);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
