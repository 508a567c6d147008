import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export type Incoming = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** `http://host:port` as the client reached us, for WSDLs and links. */
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
