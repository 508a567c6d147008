/**
 * `address-refused`: not sent, and asking again does not help until the URL or its name changes. `refused`: no
 * connection came about. `reset`: the connection ended, or carried something else than HTTP, before a status.
 */
export type WebhookFailure = 'address-refused' | 'dns' | 'refused' | 'tls' | 'timeout' | 'reset';

const longestDetail = 300;

const failures: Record<string, WebhookFailure> = {
  EADDRESSREFUSED: 'address-refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
};

/**
 * What it is that goes wrong there without a code that is known. Node's codes of TLS failures are many: what goes
 * wrong between connection and `secureConnect` is one of them.
 */
const failureIn = { opening: 'refused', handshake: 'tls', exchange: 'reset' } as const;
export type Phase = keyof typeof failureIn;

export function failureOf(error: NodeJS.ErrnoException, phase: Phase): WebhookFailure {
  const known = failures[error.code ?? ''];
  if (known) return known;
  if (error.syscall === 'getaddrinfo') return 'dns';
  if (error.syscall === 'connect') return 'refused';
  return failureIn[phase];
}

/** Of several addresses that all failed Node makes one error without a message of its own. */
export const causeOf = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

/** `…:error:<code>:<library>:<function>:<reason>:<file>:<line>:`, as OpenSSL writes it: the file is one of the build. */
const openSslError = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;

export function detailOf({ message }: Error): string {
  const text = openSslError.exec(message)?.[1] ?? message;
  return text.slice(0, longestDetail).replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}
