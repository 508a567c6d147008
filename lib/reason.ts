import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ZodError } from 'zod';

/** Fields of Node's system errors, of node-postgres's and of Drizzle's. */
interface Details {
  code?: unknown;
  syscall?: string;
  path?: string;
  dest?: string;
  address?: string;
  port?: number;
  hostname?: string;
  severity?: unknown;
  query?: unknown;
}

/**
 * Why something failed, as a clause without a full stop at its end: `port 4300 is taken`. Errors of the system are put
 * in our words; messages of our own errors stay as they are.
 */
export function reasonOf(error: unknown): string {
  const cause = withoutWrappers(error);
  if (!(cause instanceof Error)) return withoutFullStop(String(cause));
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(reasonOf))].join('; ');
  if (cause instanceof ZodError)
    return cause.issues
      .map(({ path, message }) => withoutFullStop([path.join('.'), message].filter(Boolean).join(': ')))
      .join('; ');
  const ofSystem = systemReason(cause);
  // Drizzle's error was around this one, so a query has failed.
  if (ofSystem && cause !== error && error instanceof Error && 'query' in error)
    return `the database does not answer: ${ofSystem}`;
  return withoutFullStop(ofSystem ?? databaseReason(cause) ?? withoutCodes(cause.message));
}

/** The reason as a sentence, or as several, with one full stop at the end. */
export function sentenceOf(error: unknown): string {
  const reason = reasonOf(error);
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  // A list, such as that of wrong variables, ends without one.
  return /[.!?:…]$|\n/.test(sentence) ? sentence : `${sentence}.`;
}

/** Drizzle's errors quote a query with its parameters, and those of `fetch` say nothing: their causes have the reason. */
function withoutWrappers(error: unknown): unknown {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error && isWrapper(inner)) inner = inner.cause;
  return inner;
}

const isWrapper = (error: Error & Details) =>
  typeof error.query === 'string' || error.message === 'fetch failed' || error.message === '';

/** Some libraries keep only the message of a system's error: `127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1`. */
const withoutCodes = (message: string) =>
  message
    .replace(/\bconnect ECONNREFUSED (\S+)/g, 'nothing answers at $1')
    .replace(/\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN) (\S+)/g, 'there is no host $1');

const withoutFullStop = (text: string) => text.trim().replace(/\.+$/, '');

/** Errors of Node's system calls, by their code. */
function systemReason(error: Error & Details): string | undefined {
  const { code, syscall = '', path, dest, address, port, hostname } = error;
  const file = dest ?? path ?? 'a file';
  const peer = port === undefined ? (address ?? 'the server') : `${address ?? 'the server'}:${port}`;
  switch (code) {
    case 'ENOENT':
      if (syscall === 'connect') return `nothing answers at ${address ?? file}`;
      if (syscall.startsWith('spawn')) return `the program ${path ?? ''} is not installed`;
      return missing(file, syscall);
    case 'EACCES':
    case 'EPERM':
      if (syscall === 'listen') return `this user may not listen on port ${port}`;
      if (syscall === 'connect') return `this user may not connect to ${address ?? peer}`;
      return `this user has no permission for ${file}`;
    case 'EEXIST':
      return `${file} already exists`;
    case 'EISDIR':
      return `${path ?? 'that'} is a directory, not a file`;
    case 'ENOTDIR':
      return `${file} is not a directory, or lies below a file`;
    case 'ENOSPC':
      return 'the disk is full';
    case 'EROFS':
      return `${file} is on a file system that is read-only`;
    case 'EADDRINUSE':
      return `port ${port} is taken`;
    case 'EADDRNOTAVAIL':
      return `this machine does not have the address ${address}`;
    case 'ECONNREFUSED':
      return `nothing answers at ${peer}`;
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the other side closed the connection';
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${peer} can not be reached`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${hostname ?? ''}, or the name server does not answer`;
    default:
      return undefined;
  }
}

function missing(path: string, syscall: string): string {
  if (!existsSync(dirname(path))) return `there is no directory ${dirname(path)}`;
  return /dir|mkdtemp/.test(syscall) ? `there is no directory ${path}` : `there is no file ${path}`;
}

/** Errors of PostgreSQL and of the connections to it. Messages of PostgreSQL are recognised by their severity. */
function databaseReason({ message, severity, code }: Error & Details): string | undefined {
  if (
    /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)/.test(message)
  )
    return 'no connection was made in time';
  if (/^(Query read timeout)/.test(message)) return 'the database did not answer a query in time';
  if (/^(Connection terminated|Client has encountered a connection error)/.test(message))
    return 'the connection to the database was closed';
  if (severity === undefined || typeof code !== 'string') return undefined;
  return `PostgreSQL: ${message}`;
}
