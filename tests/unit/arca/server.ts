import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LocalServer {
  url: string;
  /** The bodies it was sent. */
  received: string[];
}

/** A server that lives as long as the test, on a free port. */
export async function serve(listener: RequestListener): Promise<LocalServer> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(body);
    listener(request, response);
  });
  return { url: await listen(server), received };
}

export async function listen(server: Server, scheme = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}/service`;
}

/** A server that answers every request alike. */
export function answering(body: string | Buffer, status = 200, headers: Record<string, string> = {}) {
  return serve((_, response) => {
    response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8', ...headers }).end(body);
  });
}

export function soap(body: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
  );
}

/** A fault as Axis writes it (docs/authority.md#login-call). */
export function fault(code: string, message: string): string {
  return soap(
    '<soapenv:Fault><faultcode xmlns:ns1="http://xml.apache.org/axis/">' +
      `ns1:${code}</faultcode><faultstring>${message}</faultstring><detail>` +
      '<ns2:exceptionName xmlns:ns2="http://xml.apache.org/axis/">gov.afip.LoginFault</ns2:exceptionName>' +
      '</detail></soapenv:Fault>',
  );
}
