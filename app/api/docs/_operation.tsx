import { errorKeys } from '#lib/http/error-catalogue.ts';
import { Call } from './_example.tsx';
import { Kind, MemberList, Members } from './_members.tsx';
import { Paragraphs, Prose } from './_prose.tsx';
import { branchesOf, type Schema } from './_schema.ts';
import type { Answer, Operation, Parameter, ServicePage } from './_services.ts';

interface OperationProps {
  operation: Operation;
  page: ServicePage;
}

/** An operation's documentation: its purpose, a call with its answer, and all members of both. */
export function OperationArticle({ operation, page }: OperationProps) {
  const { id, summary, description, method, path, examples } = operation;
  const [first, ...others] = examples;
  return (
    <article className="operation" aria-labelledby={id}>
      <div className="does">
        <h3 id={id}>
          <a href={`#${id}`}>{summary}</a>
        </h3>
        <p className="address">
          <Method method={method} /> <code>{path}</code> <span>{id}</span>
        </p>
        <Paragraphs text={description} />
      </div>
      <div className="example">
        {first && <Call operation={operation} example={first} slug={page.slug} />}
        {others.map((example) => (
          <details key={example.title}>
            <summary>{example.title}</summary>
            <Call operation={operation} example={example} slug={page.slug} />
          </details>
        ))}
      </div>
      <div className="shapes">
        <Parameters parameters={operation.parameters} place="path" />
        <Parameters parameters={operation.parameters} place="query" />
        {operation.body && <Body {...operation.body} />}
        <Parameters parameters={operation.parameters} place="header" />
        {operation.answers.map((answer) => (
          <AnswerShape key={answer.status} answer={answer} headers={page.headers} />
        ))}
        <Failures failures={operation.failures} />
      </div>
    </article>
  );
}

export const Method = ({ method }: { method: string }) => (
  <b className={`method ${method.toLowerCase()}`}>{method}</b>
);

const places = { path: 'In the path', query: 'In the query', header: 'In the headers' };

function Parameters({ parameters, place }: { parameters: Parameter[]; place: Parameter['in'] }) {
  const here = parameters.filter((each) => each.in === place);
  if (here.length === 0) return null;
  return (
    <section>
      <h4>{places[place]}</h4>
      <MemberList
        side="request"
        members={here.map(({ name, schema, required = false, description }) => ({
          name,
          schema,
          required,
          description,
        }))}
      />
    </section>
  );
}

function Body({ types, schema }: { types: string[]; schema: Schema }) {
  const branches = branchesOf(schema);
  return (
    <section>
      <h4>Body</h4>
      {types.length > 1 && (
        <p>
          Content type: <Prose text={types.map((type) => `\`${type}\``).join(', ')} />.
        </p>
      )}
      {branches.length === 0 && <Members schema={schema} side="request" />}
      {branches.map((branch, at) => (
        <div key={JSON.stringify(branch)}>
          <p>{at === 0 ? 'Either' : 'Or'}</p>
          <Members schema={branch} side="request" />
        </div>
      ))}
    </section>
  );
}

/** Headers listed per operation. Those of every answer are listed once, at the top of the reference. */
const particular = ['Idempotent-Replayed', 'Content-Disposition'];

function AnswerShape({ answer, headers }: { answer: Answer; headers: ServicePage['headers'] }) {
  const { status, description, schema } = answer;
  const ownHeaders = answer.headers.filter((name) => particular.includes(name));
  return (
    <section>
      <h4>
        Answer {status}{' '}
        <span>
          {description}
          {schema?.$ref && (
            <>
              : <Kind schema={schema} />
            </>
          )}
        </span>
      </h4>
      {schema?.properties && <Members schema={schema} side="answer" />}
      {ownHeaders.map((name) => (
        <p key={name}>
          Header <code>{name}</code>: <Prose text={headers[name]?.description ?? ''} />
        </p>
      ))}
    </section>
  );
}

function Failures({ failures }: Pick<Operation, 'failures'>) {
  return (
    <section>
      <h4>
        Or a <a href="#Problem">Problem</a>
      </h4>
      <ul className="failures">
        {failures.map(({ status, key }) => (
          <li key={key}>
            <a href={`/docs/errors#key-${key}`} title={titleOf(key)}>
              {status} <code>{key}</code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const titleOf = (key: string) => (key in errorKeys ? errorKeys[key as keyof typeof errorKeys].title : key);
