import type { ReactNode } from 'react';
import { isShort } from '#app/docs/_lines.ts';
import { Instant } from '../_wire/instant.ts';
import { Prose } from './_prose.tsx';
import { branchesOf, limitsOf, nameOf, objectIn, type Schema } from './_schema.ts';

/** A request marks its required members, an answer those that may be absent. */
export type Side = 'request' | 'answer';

interface Member {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string | undefined;
}

export function Members({ schema, side }: { schema: Schema; side: Side }) {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).filter(([, each]) => mayBeThere(each, side));
  return (
    <MemberList
      side={side}
      members={members.map(([name, each]) => ({
        name,
        schema: each,
        required: required.includes(name),
        description: each.description,
      }))}
    />
  );
}

/** A request with two forms excludes the other form's marking member with `not`, or an empty schema. */
const mayBeThere = (schema: Schema, side: Side) =>
  schema.not === undefined && (side === 'answer' || Object.keys(schema).length > 0);

/**
 * Each member's type and purpose, with its own members below. The format of instants is explained only once,
 * at the top of the reference.
 */
export function MemberList({ members, side }: { members: Member[]; side: Side }) {
  return (
    <ul className="members">
      {members.map(({ name, schema, required, description }) => {
        const inner = objectIn(schema);
        return (
          <li key={name}>
            <code className="name">{name}</code>{' '}
            <span className="kind">
              <Kind schema={schema} />
              {required === (side === 'request') && <Presence side={side} />}
            </span>
            {description && description !== Instant.description && (
              <p>
                <Prose text={description} />
              </p>
            )}
            {inner && <Members schema={inner} side={side} />}
          </li>
        );
      })}
    </ul>
  );
}

const Presence = ({ side }: { side: Side }) =>
  side === 'request' ? <strong>required</strong> : <em>may be absent</em>;

/** The type of a value. */
export function Kind({ schema }: { schema: Schema }): ReactNode {
  if (schema.$ref) return <a href={`#${nameOf(schema.$ref)}`}>{nameOf(schema.$ref)}</a>;
  const branches = branchesOf(schema);
  if (branches.length) return joined(branches, ' or ');
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) return <Choice values={schema.enum} fallback={schema.default} />;
  if (schema.type === 'array') {
    return (
      <>
        list of <Items schema={schema.items ?? {}} />
        <Limits schema={schema} />
      </>
    );
  }
  return (
    <>
      {typeOf(schema)}
      <Limits schema={schema} />
      {schema.pattern && (
        <>
          , like <code>{schema.pattern}</code>
        </>
      )}
    </>
  );
}

function Items({ schema }: { schema: Schema }) {
  const isNamed = ['string', 'integer', 'object'].includes(typeOf(schema)) && !schema.enum;
  if (!isNamed) return <Kind schema={schema} />;
  return (
    <>
      {typeOf(schema)}s
      <Limits schema={schema} />
    </>
  );
}

const Limits = ({ schema }: { schema: Schema }) => limitsOf(schema).map((limit) => `, ${limit}`);

function Choice({ values, fallback }: { values: unknown[]; fallback: unknown }) {
  return (
    <>
      one of{' '}
      {values.map((value, at) => (
        <span key={String(value)}>
          {at > 0 && ' '}
          <code className={isShort(String(value)) ? 'short' : undefined}>
            {value === '' ? '""' : String(value)}
          </code>
        </span>
      ))}
      {fallback !== undefined && `, default ${fallback}`}
    </>
  );
}

function joined(schemas: Schema[], between: string): ReactNode {
  return schemas.map((each, at) => (
    <span key={JSON.stringify(each)}>
      {at > 0 && between}
      <Kind schema={each} />
    </span>
  ));
}

const formats: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'instant, RFC 3339',
  email: 'e-mail address',
  uri: 'URL',
};

export const typeOf = ({ type, format }: Schema): string =>
  formats[format ?? ''] ?? ([type ?? 'anything'].flat().join(' or ') || 'anything');
