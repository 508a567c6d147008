import { Kind, Members } from './_members.tsx';
import { OperationArticle } from './_operation.tsx';
import { Prose } from './_prose.tsx';
import type { Schema } from './_schema.ts';
import type { ServicePage } from './_services.ts';

/** All of a service: its operations by what they are about, then what they take and give. */
export function ServiceReference({ page }: { page: ServicePage }) {
  const { slug, title, description, groups, schemas } = page;
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{description}</p>
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
