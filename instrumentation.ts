/** Next calls this once per process and waits for it before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startProcess } = await import('#lib/process.ts');
  const { startWorkers } = await import('#lib/workers.ts');
  await startProcess(startWorkers);
}
