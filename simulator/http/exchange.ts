import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Refusal } from '../refusal.ts';

export type Incoming = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** `http://host:port` as requested by the client, for WSDLs and links. */
  origin: string;
};

export type Answer = { status: number; headers: OutgoingHttpHeaders; body: string | Buffer };

export function answer(status: number, contentType: string, body: string | Buffer): Answer {
  return { status, headers: { 'content-type': contentType }, body };
}

export function jsonAnswer(status: number, value: unknown): Answer {
  return answer(status, 'application/json; charset=utf-8', `${JSON.stringify(value)}\n`);
}

export function pageAnswer(status: number, html: string): Answer {
  return answer(status, 'text/html; charset=utf-8', html);
}

export function redirect(location: string, headers: OutgoingHttpHeaders = {}): Answer {
  return { status: 303, headers: { location, ...headers }, body: '' };
}

export function notFound(): Answer {
  return answer(404, 'text/plain; charset=utf-8', 'No existe esta dirección en el simulador.\n');
}

const largestBody = 1024 * 1024;

/** Undefined if the body is larger than a MiB. No request to ARCA comes near that. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function readJson(incoming: Incoming): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(incoming.body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Refused below.
  }
  throw new Refusal('a JSON object was expected', 400);
}

export type Form = { text(name: string): string; file(name: string): Promise<Buffer> };

/** Fields of a urlencoded or multipart form. An unreadable form has no fields. */
export async function readForm(incoming: Incoming): Promise<Form> {
  const data = await parseForm(incoming);
  return {
    text: (name) => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    },
    file: async (name) => {
      const value = data.get(name);
      if (value instanceof File) return Buffer.from(await value.arrayBuffer());
      return Buffer.from(value ?? '');
    },
  };
}

async function parseForm({ headers, body }: Incoming): Promise<FormData> {
  try {
    const contentType = headers['content-type'] ?? 'application/x-www-form-urlencoded';
    // Uses the form parser built into Response.
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return new FormData();
  }
}
