import type { ReactNode } from 'react';
import { DocumentationFrame } from '#app/docs/_frame.tsx';
import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { Method } from './_operation.tsx';
import { ServiceReference } from './_service-page.tsx';
import { type ServicePage, servicePages } from './_services.ts';
import { StartPage } from './_start-page.tsx';
import { walkthrough } from './_walkthrough.ts';

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

interface DocumentProps {
  title: string;
  /** The service that the page is of; none on the first page. */
  page?: ServicePage | undefined;
  children: ReactNode;
}

const ReferenceDocument = ({ title, page, children }: DocumentProps) => (
  <DocumentationFrame
    title={title}
    area="reference"
    stylesheets={['reference.css']}
    contents={<Contents page={page} />}
  >
    <main id="content">{children}</main>
  </DocumentationFrame>
);

const Contents = ({ page }: { page: ServicePage | undefined }) => (
  <ul>
    <li>
      <a href="/api/docs" aria-current={page ? undefined : 'page'}>
        Where to begin
      </a>
      {!page && <StartParts />}
    </li>
    {servicePages.map((each) => (
      <li key={each.slug}>
        <a href={`/api/docs/${each.slug}`} aria-current={each === page ? 'page' : undefined}>
          {each.title}
        </a>
        {each === page && <Parts page={each} />}
      </li>
    ))}
  </ul>
);

const StartParts = () => (
  <ul>
    <li>
      <a href="#begin">From a tax id to an invoice</a>
      <ul>
        {walkthrough.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </li>
    <li>
      <a href="#everywhere">What holds for every call</a>
    </li>
    <li>
      <a href="#operations">All operations</a>
    </li>
  </ul>
);

const Parts = ({ page: { groups, schemas } }: { page: ServicePage }) => (
  <ul>
    {groups.map(({ tag, id, operations }) => (
      <li key={id}>
        <a href={`#${id}`}>{tag}</a>
        <ul>
          {operations.map((operation) => (
            <li key={operation.id}>
              <a href={`#${operation.id}`}>
                <Method method={operation.method} /> <span>{asSentence(operation.id)}</span>
              </a>
            </li>
          ))}
        </ul>
      </li>
    ))}
    <li>
      <a href="#objects">Objects</a>
      <ul>
        {Object.keys(schemas).map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </li>
  </ul>
);

/** `fetchEntryByKey` -> `Fetch entry by key` */
function asSentence(operationId: string): string {
  const sentence = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`.replace(/\bapi\b/, 'API');
}
