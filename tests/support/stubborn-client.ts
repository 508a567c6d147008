import { type ApiAnswer, apiClient } from './api-client.ts';

export type StubbornClient = ReturnType<typeof stubbornClient>;

/**
 * An integrator who repeats a request until it is answered, at the current origin and with the same
 * `Idempotency-Key`. A request that failed for another reason than the server's is not repeated.
 */
export function stubbornClient(origin: () => string, apiKey: string, { seconds } = { seconds: 120 }) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<ApiAnswer['body']> => {
    const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined;
    const until = Date.now() + seconds * 1_000;
    for (;;) {
      const answer = await apiClient(origin(), apiKey)(method, path, body, headers).catch(whenNobodyAnswers);
      if (answer && answer.status < 300) return answer.body;
      const mayBeAskedAgain = !answer || answer.status >= 500;
      if (!mayBeAskedAgain || Date.now() > until)
        throw new Error(`${method} ${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
}

/** `fetch` throws a TypeError if the connection fails or breaks off, or the response ends too early. */
function whenNobodyAnswers(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
