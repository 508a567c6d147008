import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy before a server. While it is shut, it accepts requests and neither forwards nor answers them. */
export interface Gate {
  url: string;
  shut(): void;
  /** Waiting clients must connect again, as after a restart of the server. */
  open(): void;
  /** The most clients that waited at a time while it was shut. */
  waited(): number;
  stop(): void;
}

export async function startGate(to: string): Promise<Gate> {
  const { hostname, port: toPort } = new URL(to);
  const sockets = new Set<Socket>();
  let isShut = false;
  let most = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (isShut) {
      most = Math.max(most, sockets.size);
      socket.resume();
      return;
    }
    const inner = connect(Number(toPort), hostname);
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    shut() {
      isShut = true;
      breakOff();
    },
    open() {
      isShut = false;
      breakOff();
    },
    waited: () => most,
    stop() {
      server.close();
      breakOff();
    },
  };
}
