import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends a raw request that fetch would not send. Returns the response. */
export async function writtenRequest(
  origin: string,
  head: string,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(head);
  const answer = await text(socket);
  const [top = '', body = ''] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = top.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, text: body };
}
