import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a connection sends at once, and then, if anything, every second. */
interface Conduct {
  first: string | Buffer;
  drip?: string;
}

/** Connections that want nothing but to stand. */
export interface Crowd {
  /** Opens more of them, as many of one conduct as of another. One that the server closes is opened again. */
  growTo(connections: number): Promise<void>;
  /** From now on what the server closes stays closed. */
  tire(): void;
  leave(): void;
}

/** A server has a queue for those that it has not greeted yet: what does not fit into it would come late. */
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
    // Read, or it would not be seen that the server has closed it.
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
