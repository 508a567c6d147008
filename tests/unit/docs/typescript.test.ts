import ts from 'typescript';
import { expect, test } from 'vitest';
import { pages } from '#app/docs/_pages.ts';
import { programOf } from '#tests/support/documentation.ts';

/** As a new project of an integrator has them. */
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  allowImportingTsExtensions: true,
  paths: { '@alta-ar/client': ['./packages/client/src/index.ts'] },
};

test('the TypeScript examples compile under strict rules', () => {
  const programs = new Map<string, string>(
    pages
      .map(({ name }) => [`${process.cwd()}/docs/${name}.mts`, programOf(name, 'ts')] as const)
      .filter(([, text]) => text !== ''),
  );
  expect(programs.size).toBeGreaterThan(0);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (file) => programs.has(file) || fileExists(file);
  host.readFile = (file) => programs.get(file) ?? readFile(file);
  const program = ts.createProgram([...programs.keys()], options, host);
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${file?.fileName} ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(faults).toEqual([]);
});
