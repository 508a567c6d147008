import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { clientNamesOf } from '#app/api/docs/_client-names.ts';
import { commandOf, jsonText } from '#app/api/docs/_example.tsx';
import problem from '#app/api/docs/_examples/problem.json' with { type: 'json' };
import { type Operation, servicePages } from '#app/api/docs/_services.ts';
import { createAlta } from '#client/alta.ts';
import type { Description } from '#lib/http/description.ts';
import { Problem } from '#lib/http/problem.ts';
import { breachesOf } from '#tests/support/contract.ts';
import { services } from '#tests/support/services.ts';

const descriptions = new Map<string, Description>(
  services.flatMap(({ service, version, endpoints }) =>
    endpoints.flatMap((noun) =>
      Object.entries(noun).map(
        ([name, { description }]) => [`${service}/${version} ${name}`, description] as const,
      ),
    ),
  ),
);
const operations = servicePages.flatMap(({ slug, groups }) =>
  groups.flatMap((group) => group.operations.map((operation) => ({ slug, operation }))),
);
const examples = operations.flatMap(({ slug, operation }) =>
  operation.examples.map((example, at) => ({
    name: `${slug} ${operation.id}, example ${at + 1}`,
    described: descriptions.get(`${slug} ${operation.id}`),
    ...{ slug, operation, example },
  })),
);

test('every operation of the contracts is in the reference with an example', () => {
  expect(operations.map(({ slug, operation }) => `${slug} ${operation.id}`).sort()).toEqual(
    [...descriptions.keys()].sort(),
  );
  expect(operations.filter(({ operation }) => operation.examples.length === 0)).toEqual([]);
});

test('the reference has the name of each operation in the clients', () => {
  const python = readFileSync('packages/python/alta_ar/operations.py', 'utf8');
  const php = readFileSync('packages/php/src/Operations.php', 'utf8');
  const typescript = readFileSync('packages/client/src/alta.ts', 'utf8');
  const client = createAlta({ url: 'https://alta.example', key: 'alta_sandbox_example' });
  for (const { id } of operations.map(({ operation }) => operation)) {
    const { python: inPython, php: inPhp, typescript: inTypescript } = clientNamesOf(id);
    expect(python).toContain(`def ${inPython}(`);
    expect(php).toContain(`function ${inPhp}(`);
    // The member of createAlta that makes the call, such as `issue: withBody(client, api.issueLink`.
    const [alta, ...members] = inTypescript.split('.');
    const member = members.at(-1);
    expect(alta).toBe('alta');
    const call = id === 'fetchFileContent' ? 'fetchContent' : `(?:api\\.)?${id}`;
    expect(typescript).toMatch(new RegExp(`\\b${member}: \\w+\\(client, ${call}\\b`));
    expect(client).toHaveProperty(members);
  }
});

describe.each(examples)('$name', ({ slug, operation, example, described }) => {
  test('is a valid request of the operation', () => {
    const { pathname, searchParams } = new URL(example.path, 'https://alta.example');
    const template = operation.path.slice(slug.length + 1);
    const params = parametersIn(template, pathname);
    expect(described?.params?.safeParse(params).error).toBeUndefined();
    expect(params === undefined).toBe(false);
    expect(described?.query?.safeParse(Object.fromEntries(searchParams)).error).toBeUndefined();
    if (!described?.query) expect([...searchParams]).toEqual([]);
    expect(described?.body?.safeParse(example.body).error).toBeUndefined();
    if (!described?.body) expect(example.body).toBeUndefined();
    const types = described?.mediaTypes ?? ['application/json'];
    expect(types).toContain(example.type ?? 'application/json');
  });

  test('has a valid answer of the operation', () => {
    const answer = described?.answers[example.status as keyof typeof described.answers];
    expect(answer).toBeDefined();
    const content = typeof answer === 'object' && 'jsonOrFile' in answer ? answer.jsonOrFile : answer;
    if (content instanceof z.ZodType) expect(content.safeParse(example.answer).error).toBeUndefined();
    else expect(example.answer).toBeUndefined();
    if (content === 'file') return;
    const headers = new Headers({ 'x-request-id': 'r', 'content-type': 'application/json' });
    const text = example.answer === undefined ? '' : JSON.stringify(example.answer);
    const path = `/api/${slug}${example.path}`;
    expect(breachesOf({ method: operation.method, path, status: example.status, headers, text })).toEqual([]);
  });
});

/** Undefined where the path is none of the template's. */
function parametersIn(template: string, path: string): Record<string, string> | undefined {
  const [names, values] = [template.split('/'), path.split('/')];
  const fits = names.every((name, at) => name.startsWith('{') || name === values[at]);
  if (!fits || names.length !== values.length) return undefined;
  return Object.fromEntries(
    names.flatMap((name, at) => (name.startsWith('{') ? [[name.slice(1, -1), values[at] ?? '']] : [])),
  );
}

test('the problem in the reference is valid', () => {
  expect(Problem.safeParse(problem).error).toBeUndefined();
});

test('a shell passes curl the arguments of the example', () => {
  const base = 'https://alta.example';
  const commands = examples.map(({ operation, example }) => {
    const { before, address, after } = commandOf(operation, example, base);
    return `${before}${address}${after}\nprintf '\\1'`;
  });
  // Each argument ends with a zero, each command with a one.
  const script = `curl() { printf '%s\\0' "$@"; }\njq() { :; }\nALTA_KEY=secret\n${commands.join('\n')}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const calls = stdout.split('\u0001').slice(0, -1);
  expect(calls).toHaveLength(examples.length);
  for (const [at, call] of calls.entries()) expectArguments(call.split('\0').slice(0, -1), at);
});

function expectArguments(given: string[], at: number) {
  const { operation, example } = examples[at] ?? {};
  if (!operation || !example) throw new Error(`There is no example ${at}.`);
  const after = (flag: string) => given[given.indexOf(flag) + 1];
  expect(given[0]).toBe(`https://alta.example${example.path}`);
  expect(given).toContain('Authorization: Bearer secret');
  expect(methodOf(given)).toBe(operation.method);
  if (example.from) expect(after('-d')).toBe('@-');
  else if (example.body === undefined) expect(given).not.toContain('-d');
  else expect(JSON.parse(after('-d') ?? '')).toEqual(example.body);
}

/** As curl has it. */
function methodOf(given: string[]): Operation['method'] {
  const named = given.indexOf('-X');
  if (named !== -1) return given[named + 1] ?? '';
  return given.includes('-d') ? 'POST' : 'GET';
}

test('formatted JSON has an unchanged value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
