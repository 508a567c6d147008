import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';

interface Message {
  at: Date;
  workspace: string;
  event: string;
  /** Signed with the secret the demo got when it added the endpoint. */
  isSigned: boolean;
  body: string;
}

/** An integrator's system: receives the webhooks of the demo's workspaces and shows them at `/`. */
export interface DemoReceiver {
  url: string;
  /** Sets the secret with which messages to `/<workspace>` must be signed. */
  expect(workspace: string, secret: string): void;
}

const maxMessages = 50;
const maxBodyBytes = 1_000_000;

/** Listens on the loopback address only. @param port 0 for any free port */
export async function startDemoReceiver(port: number): Promise<DemoReceiver> {
  const secrets = new Map<string, string>();
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
      return response.end(page(messages));
    }
    const workspace = (request.url ?? '').slice(1);
    const body = await bodyOf(request);
    const isSigned = verifies(secrets.get(workspace), request, body);
    messages.unshift({ at: new Date(), workspace, event: eventOf(body), isSigned, body });
    messages.length = Math.min(messages.length, maxMessages);
    response.statusCode = isSigned ? 204 : 400;
    return response.end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    expect: (workspace, secret) => secrets.set(workspace, secret),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function verifies(secret: string | undefined, { headers }: IncomingMessage, body: string): boolean {
  if (!secret) return false;
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

function eventOf(body: string): string {
  try {
    return String((JSON.parse(body) as { event?: string }).event ?? '');
  } catch {
    return '';
  }
}

const page = (messages: Message[]) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="refresh" content="3"><meta name="viewport" content="width=device-width">
<title>Webhooks that arrived</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;
overflow-wrap:anywhere;background:#f4f4f1;padding:.75rem}summary{cursor:pointer;padding:.4rem 0}</style>
<h1>Webhooks that arrived</h1>
<p>Messages since the start of the demo, newest first. The page reloads every three seconds.</p>
${messages.map(shown).join('\n') || '<p>None yet. Open a registration, or send a sample from the Console.</p>'}</html>`;

const shown = ({ at, workspace, event, isSigned, body }: Message) =>
  `<details><summary><strong>${escaped(event)}</strong> · ${escaped(workspace)} · ${at.toISOString()} · ${
    isSigned ? 'signature verified' : '<strong>signature wrong</strong>'
  }</summary><pre>${escaped(pretty(body))}</pre></details>`;

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
