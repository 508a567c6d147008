import type { ClientRequest, IncomingMessage } from 'node:http';
import {
  type AddressRules,
  addressFault,
  configuredRules,
  type Resolve,
  vettedAddresses,
} from './address-guard.ts';
import { openRequest } from './receiver-connection.ts';
import { causeOf, detailOf, failureOf, type Phase, type WebhookFailure } from './receiver-failure.ts';

export interface PostWebhookInput {
  url: string;
  /** Those that say how the connection is used (`host`, `content-length`, …) are left out. */
  headers: Record<string, string>;
  /** Sent as these characters in UTF-8, byte for byte: a signature covers them. */
  body: string;
  /** From the first look-up to the last byte. */
  timeoutMs: number;
  rules?: AddressRules | undefined;
  resolve?: Resolve | undefined;
}

interface Answered {
  kind: 'answered';
  status: number;
  /** The header as it came: seconds or a date. */
  retryAfter?: string;
  /** The first 16 KiB, fit for a text column. */
  body: string;
}
interface Failed {
  kind: 'failed';
  failure: WebhookFailure;
  detail: string;
}
export type WebhookAnswer = (Answered | Failed) & { durationMs: number };

/** Enough for the reason that a receiver gives; a receiver decides how much it sends, but not how much we keep. */
const largestBody = 16 * 1024;

/**
 * One POST to an operator's URL. Follows no redirect, connects to vetted addresses only and never throws. A status
 * that arrived is the answer, even if the body breaks off, drips past the deadline or has no end.
 */
export async function postWebhook(input: PostWebhookInput): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const deadline = new AbortController();
  const late = Object.assign(new Error(`no answer within ${input.timeoutMs} ms`), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => deadline.abort(late), input.timeoutMs);
  const answer = await post(input, deadline.signal).catch((error: Error) => failed(error, 'opening'));
  clearTimeout(timer);
  return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
}

async function post(
  { url, headers, body, rules = configuredRules(), resolve }: PostWebhookInput,
  deadline: AbortSignal,
): Promise<Answered | Failed> {
  const fault = addressFault(url, rules);
  if (fault) return { kind: 'failed', failure: 'address-refused', detail: `the URL ${fault.message}` };
  const target = new URL(url);
  const addresses = await Promise.race([vettedAddresses(target.hostname, rules, resolve), endOf(deadline)]);
  const sending = { url: target, addresses, headers, body };
  const { answer, isStale } = await exchange(openRequest(sending, 'kept'), body, deadline);
  return isStale ? (await exchange(openRequest(sending, 'new'), body, deadline)).answer : answer;
}

const endOf = (deadline: AbortSignal) =>
  new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
  });

interface Exchange {
  answer: Answered | Failed;
  /** The receiver had closed the connection that was kept, which says nothing of whether it takes messages. */
  isStale: boolean;
}

function exchange(request: ClientRequest, body: string, deadline: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let size = 0;
    let response: IncomingMessage | undefined;
    let isSecured = request.protocol !== 'https:';
    let isOver = false;
    const settle = (exchanged: Exchange): void => {
      isOver = true;
      deadline.removeEventListener('abort', tooLate);
      resolve(exchanged);
    };
    /** The failure is the outcome unless a status came before it. */
    const breakOff = (failure: Failed): void => {
      if (isOver) return;
      const isStale = !response && request.reusedSocket && failure.failure === 'reset';
      settle({ answer: response ? answered(response, kept) : failure, isStale });
      request.destroy();
    };
    const tooLate = () => breakOff(failed(deadline.reason, 'exchange'));
    deadline.addEventListener('abort', tooLate);

    request.on('socket', (socket) => {
      if (request.reusedSocket) isSecured = true;
      else
        socket.once('secureConnect', () => {
          isSecured = true;
        });
    });
    request.on('error', (error) => breakOff(failed(error, isSecured ? 'exchange' : 'handshake')));
    request.on('close', () => breakOff(reset('the connection was closed without an answer')));
    request.on('response', (received) => {
      response = received;
      const end = () => breakOff(reset('the answer broke off'));
      received.on('data', (chunk: Buffer) => {
        kept.push(chunk);
        size += chunk.length;
        if (size >= largestBody) end();
      });
      received.on('error', end);
      // The connection is left to the next message.
      received.on('end', () => {
        if (!isOver) settle({ answer: answered(received, kept), isStale: false });
      });
    });
    request.end(body);
  });
}

function answered(response: IncomingMessage, kept: Buffer[]): Answered {
  const { statusCode: status = 0, headers } = response;
  const retryAfter = headers['retry-after'];
  const body = textOf(Buffer.concat(kept).subarray(0, largestBody));
  return { kind: 'answered', status, ...(retryAfter ? { retryAfter } : {}), body };
}

/** Decoding leaves no lone surrogate, nor, as part of a stream, half a character at the cut; the NUL is left to us. */
const textOf = (bytes: Buffer) =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd');

function failed(error: Error, phase: Phase): Failed {
  const cause = causeOf(error);
  return { kind: 'failed', failure: failureOf(cause, phase), detail: detailOf(cause) };
}

const reset = (detail: string): Failed => ({ kind: 'failed', failure: 'reset', detail });
