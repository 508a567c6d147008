import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** One call of a client. Names and arguments are Python's; PHP spells its own. */
export interface ClientCall {
  name: string;
  args?: Record<string, unknown>;
  /** Arguments of the client besides url and key, such as `retries`. */
  client?: Record<string, unknown>;
}

export interface ClientResult {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of another process.
  result?: any;
  error?: { key: string; status: number; message: string; [detail: string]: unknown };
  /** The call was not sent, or not checked, because of an argument. */
  misuse?: string;
  stages?: { stage: string }[];
}

const programs = [
  { language: 'Python', command: ['/usr/bin/python3', 'tests/support/client-programs/call.py'] },
  {
    language: 'PHP',
    command: [
      'php',
      ...['-d', 'display_errors=stderr', '-d', 'zend.exception_ignore_args=0'],
      'tests/support/client-programs/call.php',
    ],
  },
];

const unused = { url: 'http://unused.test', key: 'unused' };

/** The clients of other languages, each run by its interpreter. */
export const clientLanguages = programs.map(({ language, command: [interpreter = '', ...args] }) => {
  /** One process for all calls, one after the other. */
  async function runAll(calls: ClientCall[], { url, key } = unused): Promise<ClientResult[]> {
    const child = spawn(interpreter, args, {
      env: { ...process.env, PYTHONPATH: resolve('packages/python'), ALTA_URL: url, ALTA_KEY: key },
    });
    child.stdin.end(JSON.stringify(calls.map((call) => ({ args: {}, client: {}, ...call }))));
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (!output) throw new Error(errors);
    return JSON.parse(output);
  }
  return {
    language,
    /** False: this machine lacks the interpreter. */
    isThere: spawnSync(interpreter, ['--version']).status === 0,
    runAll,
    run: async (call: ClientCall, server = unused) => (await runAll([call], server))[0] as ClientResult,
  };
});
