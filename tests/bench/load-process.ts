import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Load } from './load.ts';

/** Repeats one request on keep-alive connections. Reads the load from standard input and prints the result, as JSON. */
const load = (await json(process.stdin)) as Load;
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
const startedAt = performance.now();
const until = startedAt + load.seconds * 1_000;
let answers = 0;

await Promise.all(Array.from({ length: load.connections }, sendInTurn));
const seconds = (performance.now() - startedAt) / 1_000;
agent.destroy();
console.log(JSON.stringify({ perSecond: answers / seconds }));

async function sendInTurn(): Promise<void> {
  while (performance.now() < until) {
    const status = await send();
    if (status === 200) answers += 1;
    else if (status !== load.refusal) {
      throw new Error(`${load.method ?? 'GET'} ${load.url} answered ${status}.`);
    }
  }
}

function send(): Promise<number | undefined> {
  const { method = 'GET', headers = {}, body } = load;
  return new Promise((resolve, reject) => {
    request(load.url, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });
}
