import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { createAlta } from '#client/alta.ts';
import * as operations from '#client/operations.ts';

const source = 'packages/client/src';

/** The client as a bundler makes it for where there is no Node. @throws when it needs a module of Node */
const bundled = (code: string) =>
  buildSync({
    stdin: { contents: code, resolveDir: source, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'made',
    platform: 'neutral',
    logLevel: 'silent',
  }).outputFiles[0]?.text ?? '';

test('the client has the version of the application', () => {
  const versionIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).version;
  expect(versionIn('packages/client/package.json')).toBe(versionIn('package.json'));
});

test('clients without their generated sources are not packed, and the failure names the remedy', () => {
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/pack-clients.ts')], {
    cwd: mkdtempSync(join(tmpdir(), 'no-clients-')),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Run `npm ci` or `npm run sdk` first: .*operations\.py.*\n$/m);
  expect(stderr).not.toMatch(/^ +at /m);
});

test('createAlta has every operation of the API', () => {
  const text = readFileSync(`${source}/alta.ts`, 'utf8');
  expect(Object.keys(operations).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('docs/sdk.md lists every call of createAlta under its noun', () => {
  const rowsOf = (calls: object, noun: string): string[] => {
    const names = Object.entries(calls).flatMap(([name, call]) =>
      typeof call === 'function' ? [`\`${name}\``] : [],
    );
    const nested = Object.entries(calls).filter(([name, it]) => typeof it === 'object' && name !== 'client');
    return [
      ...(names.length ? [`| \`${noun}\` | ${names.join(', ')} |`] : []),
      ...nested.flatMap(([name, it]) => rowsOf(it, `${noun}.${name}`)),
    ];
  };
  const rows = rowsOf(createAlta({ url: 'https://alta.test', key: 'k' }), 'alta');
  const page = readFileSync('docs/sdk.md', 'utf8');
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  expect(page.match(/^\| `alta(\.\w+)*` \|/gm)).toHaveLength(rows.length);
});

test('the client runs with web APIs alone', async () => {
  const context = createContext({
    ...{ AbortController, AbortSignal, Headers, Request, Response, TextDecoder, TextEncoder, URL },
    ...{ clearTimeout, crypto, performance, setTimeout },
    fetch: async (request: Request) => Response.json({ ping: request.url }),
  });
  runInContext(bundled(`export { createAlta } from './index.ts'`), context);
  const answer = runInContext(`made.createAlta({ url: 'https://alta.test', key: 'k' }).ping()`, context);
  expect(await answer).toEqual({ ping: 'https://alta.test/api/utils/v1/ping' });
});

test('a bundle of one operation stays small', () => {
  const one = bundled(
    `export { createClient } from './index.ts'; export { fetchEntry } from './operations.ts'`,
  );
  const all = bundled(`export { createAlta } from './index.ts'`);
  expect(one.length).toBeLessThan(16_000);
  expect(one).not.toContain('/transform/');
  expect(all.length).toBeLessThan(40_000);
});

test('the client’s calls have named parameters, as an editor shows them', () => {
  const file = `${process.cwd()}/${source}/alta.ts`;
  const configured = ts.readConfigFile('packages/client/tsconfig.json', ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(configured, ts.sys, 'packages/client');
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const calls: string[] = [];
  const visit = (type: ts.Type) => {
    for (const noun of type.getProperties()) {
      if (noun.name === 'client') continue;
      const of = checker.getTypeOfSymbol(noun);
      const [signature] = of.getCallSignatures();
      if (signature) calls.push(`${noun.name}${checker.signatureToString(signature)}`);
      else visit(of);
    }
  };
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
  const alta = module?.exports?.get('Alta' as ts.__String);
  visit(checker.getDeclaredTypeOfSymbol(alta as ts.Symbol));
  expect(calls.length).toBeGreaterThan(80);
  expect(calls.filter((call) => /\b(given|ids|rest)(_\d+)?\??: /.test(call))).toEqual([]);
  expect(calls.find((call) => call.startsWith('takeBack('))).toMatch(
    /^takeBack\(entryId: string, linkId: string, options\?:/,
  );
});
