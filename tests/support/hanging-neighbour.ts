import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { requestProof } from '#lib/registrations/prove.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { supplierOf } from './certified.ts';
import { type Issuer, newIssuer } from './issuer.ts';
import { newRegistration } from './registrant.ts';
import type { RunningSimulator } from './simulator.ts';

export interface Hanging {
  url: string;
  connections(): number;
  stop(): void;
}

/** Accepts every connection and never responds. */
export async function startHanging(): Promise<Hanging> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => sockets.length,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** More than a process handles at a time. */
export const many = 20;

/** Invoices, each in a separate series, and logins that would succeed. */
export const sandboxWork = { invoices: many, logins: many / 2 } as const;

/** Leaves invoices and logins in a sandbox workspace, more than there is capacity for. */
export async function leaveSandboxWork(simulator: RunningSimulator): Promise<Issuer> {
  const issuer = await newIssuer(simulator);
  for (let series = 1; series <= sandboxWork.invoices; series += 1)
    await issuer.submit({ series: String(series) });
  for (let count = 0; count < sandboxWork.logins; count += 1) {
    const { entryId } = await newRegistration(issuer.ctx);
    const supplier = await supplierOf(issuer.ctx, simulator, entryId);
    await supplier.upload(await supplier.issue());
    await supplier.authorise();
    const open = await findByEntry(issuer.ctx, entryId);
    if (!open) throw new Error('there is no registration');
    await requestProof(issuer.ctx, open);
  }
  return issuer;
}

/** Publishes so many events to a new endpoint at `url`. */
export async function tell(ctx: Context, url: string, times: number): Promise<void> {
  await createEndpoint(ctx, EndpointInput.parse({ url, events: ['*'] }));
  await database().transaction(async (tx) => {
    for (let count = 0; count < times; count += 1) {
      await publishEvent(tx, ctx, 'job.failed', {});
    }
  });
}
