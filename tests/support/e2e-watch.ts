import type { BrowserContext, Request } from '@playwright/test';

interface Origins {
  alta: string;
  /** Where links of the wizard may lead a person, in a separate tab. */
  portal: string;
}

/** Collects everything that pages of the wizard must not do, from now on and in every tab of `context`. */
export function watch(context: BrowserContext, { alta, portal }: Origins): string[] {
  const faults: string[] = [];
  const isOurs = (url: string) => url === 'about:blank' || url.startsWith(`${alta}/`);

  context.on('request', (request) => {
    const url = request.url();
    if (url.startsWith('data:')) return;
    if (!isOurs(url) && !(url.startsWith(`${portal}/`) && comesFrom(request, portal))) {
      faults.push(`foreign request: ${url}`);
    }
    if (!isOurs(url) && request.headers().referer?.startsWith(alta)) faults.push(`referrer given to ${url}`);
  });
  context.on('response', (response) => {
    const request = response.request();
    if (isOurs(request.url()) && !request.isNavigationRequest() && response.status() >= 400) {
      faults.push(`${response.status()} for ${request.url()}`);
    }
  });
  context.on('console', (message) => {
    const { url } = message.location();
    // Chromium logs every 4xx page. Tests assert the statuses they expect.
    const isStatus = message.text().startsWith('Failed to load resource');
    // A matter of time: on a busy machine a stylesheet that Next prefetches for the next page is not used
    // soon enough.
    const isLate = message.text().includes('was preloaded using link preload but not used within');
    if (['error', 'warning'].includes(message.type()) && !isStatus && !isLate && isOurs(url || alta)) {
      faults.push(`console: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => faults.push(`script: ${error.error().message}`));
  return faults;
}

/** A person may go to the portal, but no page of ours may load anything from there. */
function comesFrom(request: Request, portal: string): boolean {
  if (request.isNavigationRequest()) return true;
  return (addressOfFrame(request) ?? request.headers().referer ?? '').startsWith(`${portal}/`);
}

/** Undefined while the tab is too new for Playwright to know it. */
function addressOfFrame(request: Request): string | undefined {
  try {
    return request.frame().url();
  } catch {
    return undefined;
  }
}
