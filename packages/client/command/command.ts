import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import packageJson from '../package.json' with { type: 'json' };
import { type Alta, AltaError } from '../src/index.ts';

export const { version } = packageJson;

/** Exit codes for scripts, listed in docs/command.md. */
export const exitCodes = {
  done: 0,
  /** Unknown command, or too many or too few arguments. No request was sent. */
  usage: 1,
  /** Alta refused. The message has the reason. */
  refused: 2,
  /** No response, or not one of Alta's. The request may have been carried out. */
  unreachable: 3,
  /** No API key, or an invalid one. */
  unauthorised: 4,
  /** The requested work started and failed. */
  failed: 5,
  /** The work continues; the command has stopped waiting. */
  waiting: 6,
  /** Ctrl-C, with the code that shells use. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Reason why the command ends, as a message for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new CommandError(exitCodes.usage, message);

interface Option {
  /** Placeholder of the value in the help. Absent for a flag. */
  value?: string;
  help: string;
  /** Allowed values. */
  choices?: readonly string[];
}

export interface Invocation {
  /** In the order of the command's `takes`. */
  args: readonly string[];
  /** By name in camel case. */
  options: Readonly<Record<string, string | true | undefined>>;
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /**
   * Client for the installation the user is logged in to.
   * @throws CommandError `unauthorised`
   */
  alta(): Alta;
}

/** Result of a command: `data` for `--json`, with the API's names; `text` for people. */
export interface Outcome {
  data: unknown;
  text: string;
  exitCode?: ExitCode;
}

export interface Command {
  /** Such as `suppliers create`. */
  name: string;
  summary: string;
  /** Arguments. The last may end in `...`, for several values. */
  takes?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** @returns undefined if the command has already written its output */
  run(invocation: Invocation): Promise<Outcome | undefined>;
}

/** Value of an option that takes one. */
export const given = ({ options }: Pick<Invocation, 'options'>, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * Value of an option that takes a whole number from 1.
 * @throws CommandError `usage`
 */
export function count(invocation: Pick<Invocation, 'options'>, name: string, fallback: number): number {
  const text = given(invocation, name);
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw usageError(`--${name} must be a whole number from 1 to 999999.`);
  return Number(text);
}

const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
type Style = keyof typeof styles;

/** Output of the command, and its capabilities. */
export interface Terminal {
  out(text: string): void;
  /** Output besides the result: progress, warnings, questions. */
  say(text: string): void;
  /** A line that is overwritten. Shown on a terminal only. */
  progress(text: string): void;
  paint(style: Style, text: string): string;
  /** Whether a person can be asked. */
  isInteractive: boolean;
}

export function processTerminal({ quiet }: { quiet: boolean }): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const colours = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const watched = stderr.isTTY === true && !quiet;
  let line = '';
  const clear = () => {
    if (line) stderr.write('\r\u001b[K');
    line = '';
  };
  return {
    out: (text) => {
      clear();
      stdout.write(`${text}\n`);
    },
    say: (text) => {
      clear();
      if (!quiet) stderr.write(`${text}\n`);
    },
    progress: (text) => {
      if (!watched || text === line) return;
      clear();
      line = text;
      stderr.write(text);
    },
    paint: (style, text) => (colours ? painted(styles[style], text) : text),
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
  };
}

const painted = ([on, off]: readonly [number, number], text: string) => `\u001b[${on}m${text}\u001b[${off}m`;

/** Replaces control characters, because the texts come from third parties. Colour codes are allowed. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches them to remove them
  text.replace(/\u001b(?!\[\d{1,2}m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g, '\ufffd');
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes have no width
const widthOf = (text: string): number => text.replace(/\u001b\[\d{1,2}m/g, '').length;

/** Columns as wide as their content. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], terminal: Terminal) {
  const cells = rows.map((row) => row.map((cell) => printable(cell).replaceAll('\n', ' ')));
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...cells.map((row) => widthOf(row[at] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd();
  return [terminal.paint('bold', line(headings)), ...cells.map(line)].join('\n');
}

/** Names and values, one pair a line. Pairs without a value are omitted. */
export function facts(pairs: readonly (readonly [string, string | undefined])[], terminal: Terminal): string {
  const present = pairs.filter((pair): pair is readonly [string, string] => Boolean(pair[1]));
  const width = Math.max(...present.map(([name]) => name.length));
  return present
    .map(([name, value]) => `${terminal.paint('dim', name.padEnd(width))}  ${printable(value)}`)
    .join('\n');
}

/** A state, coloured by its meaning. */
export function state(name: string, terminal: Terminal): string {
  if (['registered', 'sent', 'completed', 'OK', 'answering', 'done'].includes(name))
    return terminal.paint('green', name);
  if (['error', 'rejected', 'KO', 'void', 'not-answering', 'failed'].includes(name))
    return terminal.paint('red', name);
  return terminal.paint('yellow', name);
}

const buenosAires = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });

/** The day in Buenos Aires, as in the Console, wherever the command runs. */
export const day = (instant: string): string => buenosAires.format(new Date(instant));

interface Wait {
  terminal: Terminal;
  /** Time limit. */
  seconds: number;
  /** What the command waits for, in messages. */
  what: string;
}

const marks = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * Shows how long the command has been waiting.
 * @throws CommandError `waiting` on timeout
 */
export async function withProgress<Result>(
  work: Promise<Result>,
  { terminal, seconds, what }: Wait,
): Promise<Result> {
  const startedAt = Date.now();
  let turn = 0;
  const timer = setInterval(() => {
    const passed = Math.round((Date.now() - startedAt) / 1_000);
    terminal.progress(`${marks[turn++ % marks.length]} ${what}, ${passed} s`);
  }, 200);
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AltaError) || error.code !== 'still-going-on') throw error;
    throw new CommandError(
      exitCodes.waiting,
      `Stopped waiting for ${what} after ${seconds} s: the work continues at Alta.`,
    );
  } finally {
    clearInterval(timer);
    terminal.progress('');
  }
}

/** Asks a person questions, one after the other. */
export interface Prompt {
  /** The answer is visible while it is typed. */
  ask(question: string): Promise<string>;
  /** The answer is not shown. */
  askHidden(question: string): Promise<string>;
  close(): void;
}

/**
 * Silences the terminal until it is closed: only answers to `ask` are shown. Text typed early, before a
 * question is written or while the machine is slow, stays hidden. Lines that arrive together answer one
 * question each.
 */
export function openPrompt(): Prompt {
  let isShown = false;
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (isShown) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const typed: string[] = [];
  let take: (() => void) | undefined;
  lines.on('line', (line) => {
    // Hide at once: text pasted together with the line answers the next question, which may be hidden.
    isShown = false;
    typed.push(line);
    take?.();
  });
  const closed = new Promise<never>((_, reject) => {
    const end = () => reject(new CommandError(exitCodes.interrupted, 'Nothing was changed.'));
    lines.once('SIGINT', end).once('close', end);
  });
  closed.catch(() => {});

  async function answer(): Promise<string> {
    const line = new Promise<void>((resolve) => {
      take = resolve;
      if (typed.length > 0) resolve();
    });
    await Promise.race([line, closed]);
    return (typed.shift() ?? '').trim();
  }

  return {
    async ask(question) {
      if (typed.length > 0) process.stderr.write(`${question}\n`);
      else {
        isShown = true;
        lines.setPrompt(question);
        lines.prompt();
      }
      return answer();
    },
    async askHidden(question) {
      process.stderr.write(question);
      try {
        return await answer();
      } finally {
        process.stderr.write('\n');
      }
    },
    close: () => lines.close(),
  };
}

export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
