import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const types = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript' } as const;

/** The demo page of docs/embed/ on a platform: another origin, under the policy of docs/embed.md. */
export async function startPlatform(alta: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const policy = `default-src 'none'; style-src 'self'; script-src 'self' ${alta}; connect-src 'self' ${alta}`;
  const server = createServer((request, response) => {
    const [, file = '', type = ''] = /^\/(demo\.(html|css|js))(\?|$)/.exec(request.url ?? '') ?? [];
    if (!(type in types)) {
      response.writeHead(404).end();
      return;
    }
    const headers = {
      'content-type': types[type as keyof typeof types],
      'content-security-policy': policy,
    };
    response.writeHead(200, headers).end(readFileSync(`docs/embed/${file}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A host name other than the application's makes it another site, not only another port.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
