/**
 * `fetch` for everything but the API: pages, their files, health, metrics, browser reports. The API's
 * responses have a contract: `askApi` and `apiClient` send the requests and compare the two. The lint rule
 * against `fetch` leads here.
 */
export function fetchPage(url: string, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(url);
  if (/^\/api\/(?!health\/|docs$|metrics$|csp-report$)/.test(pathname)) {
    throw new Error(`${pathname} is the API's: ask it by askApi.`);
  }
  return fetch(url, init);
}
