import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Data that a connection sends at once, and optionally every second afterwards. */
interface Conduct {
  first: string | Buffer;
  drip?: string;
}

/** Connections whose only purpose is to stay open. */
export interface Crowd {
  /** Opens more connections, equally many of each conduct. One that the server closes is opened again. */
  growTo(connections: number): Promise<void>;
  /** From now on a connection closed by the server stays closed. */
  tire(): void;
  leave(): void;
}

/** A server queues connections it has not accepted yet; those beyond the queue would come late. */
const atATime = 100;

export function gatherCrowd(origin: string, conducts: readonly Conduct[]): Crowd {
  const { hostname, port } = new URL(origin);
  const sockets = new Map<Socket, Conduct>();
  let opened = 0;
  let comesAgain = true;
  const writing = setInterval(() => {
    for (const [socket, { drip }] of sockets) if (drip && socket.writable) socket.write(drip);
  }, 1_000);

  async function open(conduct: Conduct): Promise<void> {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    sockets.set(socket, conduct);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(() => comesAgain && open(conduct), 500).unref();
    });
    await once(socket, 'connect').catch(() => {});
    // Reads, because otherwise a close by the server goes unnoticed.
    socket.resume().write(conduct.first);
  }

  return {
    async growTo(connections) {
      while (opened < connections) {
        const those = Array.from({ length: Math.min(atATime, connections - opened) }, () => opened++);
        await Promise.all(those.map((index) => open(conducts[index % conducts.length] ?? { first: '' })));
      }
    },
    tire() {
      comesAgain = false;
    },
    leave() {
      comesAgain = false;
      clearInterval(writing);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
