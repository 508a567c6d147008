import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { ReferenceDocument } from './_document.tsx';
import { ServiceReference } from './_service-page.tsx';
import type { ServicePage } from './_services.ts';
import { StartPage } from './_start-page.tsx';

const made = new Map<ServicePage | undefined, Promise<string>>();

/** The page of a service, or the first one. Made once. */
export async function referencePage(page?: ServicePage): Promise<Response> {
  const html = made.get(page) ?? render(page);
  made.set(page, html);
  return new Response(await html, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

const render = (page: ServicePage | undefined) =>
  renderDocument(
    page ? (
      <ReferenceDocument title={`${page.title} API`} page={page}>
        <ServiceReference page={page} />
      </ReferenceDocument>
    ) : (
      <ReferenceDocument title="API reference">
        <StartPage />
      </ReferenceDocument>
    ),
  );
