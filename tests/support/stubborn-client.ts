import { type ApiAnswer, apiClient } from './api-client.ts';

export type StubbornClient = ReturnType<typeof stubbornClient>;

/**
 * An integrator who asks until there is an answer, at whichever origin there is then, and sends the same
 * `Idempotency-Key` with it each time. What is not the server's fault is not asked again.
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

/** `fetch` throws a TypeError where the connection fails or breaks off, and where the answer ends too early. */
function whenNobodyAnswers(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
