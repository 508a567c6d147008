/** Next calls this once per process and waits for it before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startProcess } = await import('#lib/process.ts');
  const { startWorkers } = await import('#lib/workers.ts');
  await startProcess(startWorkers);
}

/** Next calls this for each error of a page, a server action or a route handler. */
export async function onRequestError(error: unknown): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { countPageError } = await import('#lib/http/page-metrics.ts');
  countPageError(error);
}
