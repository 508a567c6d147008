import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** A status that is allowed but not counted. */
  refusal?: number;
}

const loadProcess = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/** Answers per second under `load`, sent by another process. @throws Error if an answer is neither 200 nor `refusal` */
export async function requestsPerSecond(load: Load): Promise<number> {
  const child = spawn(process.execPath, [loadProcess], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (child.exitCode !== 0) throw new Error(`The load on ${load.url} failed.`);
  return (JSON.parse(output) as { perSecond: number }).perSecond;
}
