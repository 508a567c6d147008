import type { ReactNode } from 'react';
import { DocumentationFrame, SpanishDocumentation } from '#app/docs/_frame.tsx';
import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { env } from '#lib/env.ts';
import { AnswerBlock, Call } from './_example.tsx';
import problem from './_examples/problem.json' with { type: 'json' };
import { Kind, Members } from './_members.tsx';
import { Method, OperationArticle } from './_operation.tsx';
import { breakable, Prose, Title } from './_prose.tsx';
import type { Schema } from './_schema.ts';
import { type ServicePage, sentEvents, servicePages } from './_services.ts';
import { TryIt } from './_try-it.tsx';
import { walkthrough } from './_walkthrough.ts';

const rendered = new Map<ServicePage | undefined, Promise<string>>();

/** The page of a service, or the start page. Each is rendered once. */
export async function referencePage(page?: ServicePage): Promise<Response> {
  const html = rendered.get(page) ?? render(page);
  rendered.set(page, html);
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
  /** Absent on the start page. */
  page?: ServicePage | undefined;
  /** Set on the page of an event; empty on the list of events. */
  event?: string | undefined;
  children: ReactNode;
}

export const ReferenceDocument = ({ title, page, event, children }: DocumentProps) => (
  <DocumentationFrame
    title={title}
    area="reference"
    stylesheets={['reference.css']}
    contents={<Contents page={page} event={event} />}
  >
    <main id="content">
      <SpanishDocumentation />
      {children}
    </main>
  </DocumentationFrame>
);

const Contents = ({ page, event }: Pick<DocumentProps, 'page' | 'event'>) => (
  <ul>
    <li>
      <a href="/api/docs" aria-current={page || event !== undefined ? undefined : 'page'}>
        Where to begin
      </a>
      {!page && event === undefined && <StartParts />}
    </li>
    {servicePages.map((each) => (
      <li key={each.slug}>
        <a href={`/api/docs/${each.slug}`} aria-current={each === page ? 'page' : undefined}>
          {each.title}
        </a>
        {each === page && <Parts page={each} />}
      </li>
    ))}
    <li>
      <a href="/docs/events" aria-current={event === '' ? 'page' : undefined}>
        Events
      </a>
      {event !== undefined && (
        <ul>
          {sentEvents.map(({ name }) => (
            <li key={name}>
              <a href={`/docs/events/${name}`} aria-current={event === name ? 'page' : undefined}>
                <span>{breakable(name)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
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
      <a href="#everywhere">Rules for every call</a>
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

/** A service's operations by subject, then its objects. */
function ServiceReference({ page }: { page: ServicePage }) {
  const { slug, title, description, groups, schemas } = page;
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{description}</p>
      <TryIt />
      <p>
        Everything is below <code>/api/{slug}</code>. For machines:{' '}
        <a href={`/api/${slug}/openapi.json`}>openapi.json</a>.
      </p>
      {groups.map(({ tag, id, operations }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{tag}</h2>
          {operations.map((operation) => (
            <OperationArticle key={operation.id} operation={operation} page={page} />
          ))}
        </section>
      ))}
      <section aria-labelledby="objects">
        <h2 id="objects">Objects</h2>
        {Object.entries(schemas).map(([name, schema]) => (
          <ObjectShape key={name} name={name} schema={schema} />
        ))}
      </section>
    </>
  );
}

function ObjectShape({ name, schema }: { name: string; schema: Schema }) {
  return (
    <article className="object" aria-labelledby={name}>
      <h3 id={name}>
        <a href={`#${name}`}>{name}</a>
      </h3>
      {schema.description && (
        <p>
          <Prose text={schema.description} />
        </p>
      )}
      {schema.properties ? (
        <Members schema={schema} side="answer" />
      ) : (
        <p className="kind">
          <Kind schema={schema} />
        </p>
      )}
    </article>
  );
}

/** Start page for integrators: the steps from a tax id to an invoice, rules for every call, and all calls. */
function StartPage() {
  return (
    <>
      <h1>API reference</h1>
      <p className="lead">
        JSON over HTTP, below <code>{env().ALTA_ORIGIN}/api</code>. Create an API key in the Console, under
        Configuration; the commands here read it from your shell. Replace the <var>marked</var> parts with
        your own values.
      </p>
      <div className="code once">
        <pre>
          <code>export ALTA_KEY=alta_sandbox_…</code>
        </pre>
      </div>
      <p>
        The whole reference with its examples and webhooks, for programs:{' '}
        <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). For Postman and Bruno:{' '}
        <a href="/api/docs/alta.postman_collection.json" download>
          alta.postman_collection.json
        </a>
        .
      </p>
      <TryIt />
      <section aria-labelledby="begin">
        <h2 id="begin">From a tax id to an invoice</h2>
        {walkthrough.map(({ id, heading, text, slug, operation, example, members }) => (
          <article key={id} className="operation" aria-labelledby={id}>
            <div className="does">
              <h3 id={id}>
                <a href={`#${id}`}>{heading}</a>
              </h3>
              <p>
                <Prose text={text} />
              </p>
              <p>
                <a href={`/api/docs/${slug}#${operation.id}`}>All fields of the request and the answer</a>
              </p>
            </div>
            <div className="example">
              <Call operation={operation} example={example} slug={slug} members={members} />
            </div>
          </article>
        ))}
      </section>
      <Everywhere />
      <section aria-labelledby="operations">
        <h2 id="operations">All operations</h2>
        {servicePages.map((page) => (
          <ServiceIndex key={page.slug} page={page} />
        ))}
      </section>
    </>
  );
}

const everywhere: { name: string; page?: string; text: string }[] = [
  {
    name: 'Authentication',
    page: 'authentication',
    text: 'Every call carries `Authorization: Bearer` with the API key of a workspace. A workspace is in the sandbox or in live, and cannot change.',
  },
  {
    name: 'Bodies',
    page: 'limits',
    text: 'JSON, at most 1 MiB. Unknown fields are refused with 422, never ignored.',
  },
  {
    name: 'Errors',
    page: 'errors',
    text: 'Errors are problems (RFC 9457). Branch on `key` and `code`, which are stable; `fields` lists each invalid field by its path in the body.',
  },
  {
    name: 'Lists',
    page: 'limits',
    text: 'A page has up to `limit` items. If there are more, `next_cursor` is the `cursor` of the next page.',
  },
  {
    name: 'Retries',
    page: 'quick-start',
    text: 'A request that creates something may carry an `Idempotency-Key`: if the answer is lost, send it again. An entry or job can also be found by your own `key`.',
  },
  {
    name: 'Instants',
    text: 'Answers give instants in UTC, to the millisecond. Requests may use any offset, such as `2026-11-21T07:00:00-03:00`.',
  },
  {
    name: 'Limits',
    page: 'limits',
    text: 'Every answer shows what is left of a limit in `RateLimit`. Over a limit the answer is 429, and `Retry-After` says how long to wait.',
  },
  {
    name: 'Versions',
    page: 'versions',
    text: 'A version only gains fields: ignore those that you do not know. A version that will end announces it with `Deprecation` and `Sunset`, a year before.',
  },
];

const Everywhere = () => (
  <section aria-labelledby="everywhere">
    <h2 id="everywhere">Rules for every call</h2>
    <div className="operation">
      <dl className="does">
        {everywhere.map(({ name, page, text }) => (
          <div key={name}>
            <dt>{page ? <a href={`/docs/${page}`}>{name}</a> : name}</dt>
            <dd>
              <Prose text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="example">
        <AnswerBlock status={problem.status} answer={problem} />
      </div>
    </div>
  </section>
);

/** Keeps the ids from when all operations were on one page, so that old links work. */
const ServiceIndex = ({ page: { slug, title, description, groups } }: { page: ServicePage }) => (
  <section aria-labelledby={slug.replaceAll('/', '-')}>
    <h3 id={slug.replaceAll('/', '-')}>
      <a href={`/api/docs/${slug}`}>{title}</a>
    </h3>
    <p>
      {description} <a href={`/api/${slug}/openapi.json`}>openapi.json</a>
    </p>
    <ul className="calls">
      {groups.flatMap(({ operations }) =>
        operations.map(({ id, method, path, summary }) => (
          <li key={id} id={`${slug.replaceAll('/', '-')}-${id}`}>
            <a href={`/api/docs/${slug}#${id}`}>
              <Method method={method} /> <code>{path}</code>
            </a>{' '}
            <span>
              <Title text={summary} />
            </span>
          </li>
        )),
      )}
    </ul>
  </section>
);
