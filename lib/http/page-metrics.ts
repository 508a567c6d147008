import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { isAbortedRequest } from '#lib/log.ts';
import { type PageArea, pageFailures, pageSeconds } from '#lib/metrics.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import { isConsolePath } from './console-paths.ts';

/** The area of a path; undefined for the API, which has metrics of its own. Never the path, which may be a secret. */
export function pageAreaOf(path: string): PageArea | undefined {
  if (/^\/api\/(?!docs(\/|$))/.test(path)) return undefined;
  if (/^\/reg(\/|$)/.test(path)) return 'wizard';
  if (isConsolePath(path)) return 'console';
  if (/^\/(docs|api\/docs)(\/|$)/.test(path)) return 'docs';
  return path.startsWith('/_next/') ? 'assets' : 'other';
}

interface PageRequest {
  area: PageArea;
  hasFailed: boolean;
}
/** The page that is being handled: Next's hook for errors gets its path, but not its request. */
const current = () =>
  oncePerProcess('page-metrics.current', () => new AsyncLocalStorage<PageRequest | undefined>());

/** Handles a request, and counts it if it is for a page or its files. */
export function measurePage<T>(url: string, response: ServerResponse, handle: () => T): T {
  const area = pageAreaOf(url.split('?', 1)[0] ?? url);
  if (!area) return handle();
  const page: PageRequest = { area, hasFailed: false };
  const startedAt = performance.now();
  response.once('finish', () => {
    const { statusCode } = response;
    const status = `${Math.floor(statusCode / 100)}xx`;
    pageSeconds().observe({ area, status }, (performance.now() - startedAt) / 1_000);
    if (statusCode >= 500) countFailure(page);
  });
  return current().run(page, handle);
}

/** Counts a page that failed while it was rendered, perhaps after its status was sent. */
export function countPageError(error: unknown): void {
  const page = current().getStore();
  if (page && !(error instanceof Error && isAbortedRequest(error))) countFailure(page);
}

/** A page whose rendering failed may also have the status 500. */
function countFailure(page: PageRequest): void {
  if (!page.hasFailed) pageFailures().inc({ area: page.area });
  page.hasFailed = true;
}
