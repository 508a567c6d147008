import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  secure: boolean;
  mail: ReadMail;
}

export interface RunningMailServer {
  port: number;
  received: ReceivedMail[];
  stop(): Promise<void>;
}

/** Accepts every mail unless `refuse` returns a reply, such as `550 No such user`. Offers STARTTLS. */
export async function startMailServer(
  refuse: (recipient: string) => string | undefined = () => undefined,
  port = 0,
): Promise<RunningMailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const reply = refuse(address);
      done(
        reply ? Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }) : null,
      );
    },
    onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, secure, mail: readMail(Buffer.concat(chunks)) });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () => new Promise((closed) => server.close(() => closed())),
  };
}

export interface ReadMail {
  /** By name in lower case. */
  headers: Map<string, string>;
  text: string;
  html: string;
  attachments: { name: string; type: string; content: Buffer }[];
}

/** Reads nodemailer's output for a text, its HTML and attachments; not a general reader of mails. */
export function readMail(raw: Buffer): ReadMail {
  const [head = '', ...rest] = raw.toString('latin1').split('\r\n\r\n');
  const headers = headersOf(head);
  const parts = partsOf(head, rest.join('\r\n\r\n'));
  return {
    headers,
    text: partOf(parts, 'text/plain'),
    html: partOf(parts, 'text/html'),
    attachments: parts.flatMap(attachmentOf),
  };
}

/** The parts that have no parts themselves, each with its head. */
function partsOf(head: string, body: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  if (!boundary) return [`${head}\r\n\r\n${body}`];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.flatMap((part) => {
    const [partHead = '', ...rest] = part.trimStart().split('\r\n\r\n');
    return partsOf(partHead, rest.join('\r\n\r\n'));
  });
}

function attachmentOf(part: string): ReadMail['attachments'] {
  const [head = '', ...body] = part.split('\r\n\r\n');
  const headers = headersOf(head);
  if (!headers.get('content-disposition')?.startsWith('attachment')) return [];
  const name = /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  return [{ name, type, content: Buffer.from(body.join('\r\n\r\n'), 'base64') }];
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
}

function partOf(parts: string[], type: string): string {
  const part =
    parts.find((each) => each.includes(`Content-Type: ${type}`) && attachmentOf(each).length === 0) ?? '';
  const [head = '', ...body] = part.trimStart().split('\r\n\r\n');
  const encoded = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(encoded, 'base64').toString();
  return unquoted(encoded.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n');
}

const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    );

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
