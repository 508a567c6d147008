import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = 'packages/client/command/alta.ts';
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'completion-'));
  for (const shell of Object.keys(shells)) {
    writeFileSync(join(directory, shell), execFileSync(process.execPath, [program, 'completion', shell]));
  }
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const asBash = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _alta; printf '%s\n' "\${COMPREPLY[@]}"`;
const asFish = 'source $argv[1]; complete -C "$argv[2]"';

/** How each shell says what it proposes after these words, of which the last is not finished. */
const shells: Record<string, (script: string, words: string[]) => string[]> = {
  bash: (script, words) => ['--norc', '-c', asBash, script, ...words],
  fish: (script, words) => ['--no-config', '-c', asFish, script, words.join(' ')],
};

describe.each(Object.keys(shells).map((shell) => ({ shell })))('in $shell', ({ shell }) => {
  const isHere = spawnSync(shell, ['-c', 'true']).status === 0;
  const proposed = (...words: string[]) =>
    execFileSync(shell, shells[shell]?.(join(directory, shell), words) ?? [], {
      encoding: 'utf8',
      cwd: directory,
    })
      .split('\n')
      .map((line) => line.split('\t')[0])
      .filter(Boolean)
      .sort();

  test.skipIf(!isHere)('commands, their arguments and their options are completed', () => {
    expect(proposed('alta', 'su')).toEqual(['suppliers']);
    expect(proposed('alta', 'suppliers', '')).toEqual(['create', 'link', 'list', 'remind', 'stuck']);
    expect(proposed('alta', 'suppliers', 'create', '--n')).toEqual(['--name']);
    expect(proposed('alta', 'suppliers', 'create', '--cuit', '30', '--w')).toEqual(['--wait', '--workflow']);
    expect(proposed('alta', 'mcp', '--a')).toEqual(['--allow-writes']);
  });
});

test('docs/command.md lists every command', () => {
  const script = readFileSync(join(directory, 'bash'), 'utf8');
  const commands = [...script.matchAll(/^ {4}'([\w ]+)'\*\)/gm)].map(([, name]) => name);
  const page = readFileSync('docs/command.md', 'utf8');
  const [, table = ''] = /^\| command \|.*\n([\s\S]*?)\n\n/m.exec(page) ?? [];
  expect([...table.matchAll(/^\| `([\w ]+)` \|/gm)].map(([, name]) => name)).toEqual(commands);
});

test('the printed configuration of MCP starts this very file, wherever the client runs', () => {
  const printed = execFileSync(process.execPath, [program, 'mcp', '--config', '--allow-writes']);
  expect(JSON.parse(String(printed))).toEqual({
    mcpServers: { alta: { command: process.execPath, args: [resolve(program), 'mcp', '--allow-writes'] } },
  });
});
