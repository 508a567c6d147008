import { Fragment, type ReactNode } from 'react';
import { lineClass, partsOfLine } from '#app/docs/_lines.ts';
import { env } from '#lib/env.ts';
import type { Example } from './_examples.ts';
import type { Operation } from './_services.ts';

/** The host in the examples' texts, replaced by the reader's. */
const exampleOrigin = 'https://alta.example';

interface ExampleProps {
  operation: Operation;
  example: Example;
  slug: string;
  /** The members of the answer to print; all by default. */
  members?: string[];
}

export function Call({ operation, example, slug, members }: ExampleProps) {
  const base = `${env().ALTA_ORIGIN}/api`;
  const { before, address, after } = commandOf(operation, example, `${base}/${slug}`);
  const [quote = '', ...flags] = after.split(/(?<=\n)/);
  const earlier = before.split(/(?<=\n)/);
  const start = earlier.pop();
  const { path, type = 'application/json', body, from } = example;
  const attempt = {
    method: operation.method,
    path: `/api/${slug}${path}`,
    ...(body === undefined ? {} : { type, body: jsonText(body) }),
  };
  return (
    <>
      <Block label="Call" attempt={from === undefined ? attempt : undefined}>
        <Lines lines={earlier} />
        <span>
          {start}
          <Address address={address} template={`${base}${operation.path}`} />
          <Flags text={quote} />
        </span>
        <Lines lines={flags} />
      </Block>
      <AnswerBlock {...example} members={members} />
    </>
  );
}

interface AnswerProps extends Pick<Example, 'status' | 'answer'> {
  members?: string[] | undefined;
}

export function AnswerBlock({ status, answer, members }: AnswerProps) {
  const label = `Answer ${status}`;
  if (answer !== undefined) {
    return (
      <Block label={label}>
        <Json
          text={(members ? partOf(answer, members) : jsonText(answer)).replaceAll(
            exampleOrigin,
            env().ALTA_ORIGIN,
          )}
        />
      </Block>
    );
  }
  return (
    <p className="bodiless">
      <b>{label}</b> {status === 204 ? 'without a body' : 'the bytes of the file, of its own content type'}
    </p>
  );
}

function partOf(answer: unknown, members: string[]): string {
  const part = Object.entries(answer as object).filter(([name]) => members.includes(name));
  return jsonText(Object.fromEntries(part)).replace(/\n}$/, ',\n  …\n}');
}

interface BlockProps {
  label: string;
  /** The call, for docs-try.js. */
  attempt?: { method: string; path: string; type?: string; body?: string } | undefined;
  children: ReactNode;
}

export const Block = ({ label, attempt, children }: BlockProps) => (
  <figure className="code" data-try={attempt && JSON.stringify(attempt)}>
    <figcaption>{label}</figcaption>
    <pre>
      <code>{children}</code>
    </pre>
  </figure>
);

/** Marks the parts of the address that callers replace with their own ids. */
function Address({ address, template }: { address: string; template: string }) {
  const [path = '', query] = address.split('?');
  const parts = path.split('/');
  const names = template.split('/');
  return (
    <>
      {parts.map((part, at) => (
        <Fragment key={`${names[at]}`}>
          {at > 0 && '/'}
          {names[at]?.startsWith('{') ? <var>{part}</var> : part}
        </Fragment>
      ))}
      {query !== undefined && `?${query}`}
    </>
  );
}

export const Lines = ({ lines }: { lines: string[] }) =>
  lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text are never reordered
    <span key={at} className={lineClass(line)}>
      <Flags text={line} />
    </span>
  ));

/** A line of a command. The ids in a body, which callers replace with their own, are marked. */
function Flags({ text: line }: { text: string }) {
  const { text, end } = partsOfLine(line);
  return (
    <>
      <Marked text={text} />
      {end && <i>{end}</i>}
    </>
  );
}

function Marked({ text }: { text: string }) {
  return text.split(/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/).map((part, at) => {
    const key = `${at}:${part}`;
    return at % 2 ? <var key={key}>{part}</var> : <Fragment key={key}>{part}</Fragment>;
  });
}

const member = /^(\s*)("(?:[^"\\]|\\.)*")(?=: )/;

/** Prints the names of members in bold. */
export function Json({ text }: { text: string }) {
  return text.split(/(?<=\n)/).map((line, at) => {
    const [whole = '', indent = '', name] = member.exec(line) ?? [];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text are never reordered
      <span key={at} className={lineClass(line)}>
        {indent}
        {name !== undefined && <b>{name}</b>}
        {line.slice(whole.length)}
      </span>
    );
  });
}

/**
 * The curl command of an example, for a shell with the API key in `ALTA_KEY`. `base`: the service's address.
 * @returns the text before and after the address, which is printed with its parameters marked
 */
export function commandOf(
  { method, answers }: Pick<Operation, 'method' | 'answers'>,
  { path, type = 'application/json', body, from }: Example,
  base: string,
): { before: string; address: string; after: string } {
  const quote = /[?&]/.test(path) ? "'" : '';
  const implied = body === undefined ? 'GET' : 'POST';
  const isFile = answers.some(({ schema }) => schema && Object.keys(schema).length === 0);
  const flags = [...(method === implied ? [] : [`-X ${method}`]), ...(isFile ? ['-OJ'] : [])];
  const sent = () => (from === undefined ? inQuotes(jsonText(body, '  ')) : '@-');
  const lines = [
    ...flags,
    '-H "Authorization: Bearer $ALTA_KEY"',
    ...(body === undefined ? [] : [`-H 'Content-Type: ${type}'`, `-d ${sent()}`]),
  ];
  return {
    before: `${from === undefined ? '' : `${from} |\n`}curl ${quote}`,
    address: `${base}${path}`,
    after: `${quote}${lines.map((line) => ` \\\n  ${line}`).join('')}`,
  };
}

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Columns that fit beside the text of an operation. */
const width = 58;

/** Like `JSON.stringify` with two spaces, but keeps values on one line that fit after `before` columns. */
export function jsonText(value: unknown, indent = '', before = indent.length): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || before + line.length < width) return line;
  const deeper = `${indent}  `;
  const below = Array.isArray(value)
    ? value.map((each) => deeper + jsonText(each, deeper))
    : Object.entries(value).map(([name, each]) => {
        const label = `${deeper}${JSON.stringify(name)}: `;
        return label + jsonText(each, deeper, label.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${below.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}
