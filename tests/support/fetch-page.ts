/**
 * `fetch` for what is not the API: pages, their files, health, metrics, reports of browsers. What the API answers has a contract, and is
 * asked by `askApi` or `apiClient`, which compare the two; the lint rule against `fetch` leads here.
 */
export function fetchPage(url: string, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(url);
  if (/^\/api\/(?!health\/|docs$|metrics$|csp-report$)/.test(pathname)) {
    throw new Error(`${pathname} is the API's: ask it by askApi.`);
  }
  return fetch(url, init);
}
