import { parseArgs } from 'node:util';
import { whatIsWrong } from '../src/error.ts';
import { type AltaError, AltaError as AltaFailure, createAlta } from '../src/index.ts';
import type { Command, Invocation } from './command.ts';
import { commands } from './commands.ts';
import { CommandError, type ExitCode, exitCodes, usageError } from './exit-codes.ts';
import { fetchOfAlta } from './fetch-of-alta.ts';
import { helpOf, overview } from './help.ts';
import { readLogin } from './login-file.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { version } from './version.ts';

/** What was typed behind `alta`, done. */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const asJson = argv.includes('--json');
  const terminal = processTerminal({ quiet: asJson });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new CommandError(exitCodes.interrupted, 'Interrupted.'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await perform(argv, { env, terminal, signal: interruption.signal, asJson });
  } catch (error) {
    terminal.progress('');
    return tell(interruption.signal.aborted ? interruption.signal.reason : error, { terminal, asJson });
  }
}

interface Surroundings extends Pick<Invocation, 'env' | 'terminal' | 'signal'> {
  asJson: boolean;
}

async function perform(argv: readonly string[], { asJson, ...own }: Surroundings): Promise<ExitCode> {
  const { terminal, env } = own;
  if (argv.length === 0 || ['--help', '-h', 'help'].includes(argv[0] ?? '')) {
    terminal.out(overview(commands, terminal));
    return exitCodes.done;
  }
  if (argv[0] === '--version') {
    terminal.out(version);
    return exitCodes.done;
  }
  const { command, rest } = commandIn(argv);
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(helpOf(command, terminal));
    return exitCodes.done;
  }
  const parsed = parse(command, rest);
  const outcome = await command.run({
    ...own,
    ...parsed,
    alta: () => createAlta({ ...readLogin(env), fetch: fetchOfAlta }),
  });
  if (outcome) terminal.out(asJson ? JSON.stringify(outcome.data, null, 2) : outcome.text);
  return outcome?.exitCode ?? exitCodes.done;
}

/** The command with the longest name that begins what was typed. */
function commandIn(argv: readonly string[]): { command: Command; rest: string[] } {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ');
    const command = commands.find((each) => each.name === name);
    if (command) return { command, rest: argv.slice(words) };
  }
  const group = commands.filter(({ name }) => name.startsWith(`${argv[0]} `)).map(({ name }) => name);
  throw usageError(
    group.length ? `There are ${group.join(', ')}.` : `There is no command ${argv[0]}: see \`alta --help\`.`,
  );
}

function parse({ name, takes = [], options = {} }: Command, rest: string[]) {
  const { values, positionals } = parsed();
  const isMany = takes.at(-1)?.endsWith('…');
  const required = takes.filter((each) => !each.endsWith('?'));
  if (positionals.length < required.length) {
    throw usageError(`${name} needs ${required.join(' ')}: see \`alta ${name} --help\`.`);
  }
  if (!isMany && positionals.length > takes.length)
    throw usageError(`${name} takes no ${positionals.at(-1)}.`);
  return { args: positionals, options: values };

  function parsed() {
    const known = Object.entries(options).map(
      ([option, { value }]) => [option, { type: value ? 'string' : 'boolean' }] as const,
    );
    try {
      const { values, positionals } = parseArgs({
        args: rest,
        options: { ...Object.fromEntries(known), json: { type: 'boolean' } },
        allowPositionals: true,
      });
      return { positionals, values: values as Invocation['options'] };
    } catch (error) {
      // Its first sentence names the option; the rest is about programming.
      throw usageError(`${String((error as Error).message).split(/\.\s/)[0]}.`);
    }
  }
}

function tell(error: unknown, { terminal, asJson }: Pick<Surroundings, 'terminal' | 'asJson'>): ExitCode {
  if (!(error instanceof CommandError) && !(error instanceof AltaFailure)) throw error;
  const exitCode = error instanceof CommandError ? error.exitCode : exitCodeOf(error);
  const told = error instanceof AltaFailure ? detailsOf(error) : { message: error.message };
  process.stderr.write(
    asJson
      ? `${JSON.stringify({ error: { exit_code: exitCode, ...told } })}\n`
      : `${inWords(error, terminal)}\n`,
  );
  return exitCode;
}

function exitCodeOf({ key, status }: AltaError): ExitCode {
  if (key === 'unauthorised') return exitCodes.unauthorised;
  if (key === 'failed') return exitCodes.failed;
  const isUnanswered = ['network', 'timeout', 'unreadable'].includes(key) || status >= 500;
  return isUnanswered ? exitCodes.unreachable : exitCodes.refused;
}

const detailsOf = ({ key, code, message, status, fields, faults, requestId }: AltaError) => ({
  ...{ message, key, code, status, fields, faults },
  request_id: requestId,
});

function inWords(error: CommandError | AltaError, terminal: Terminal): string {
  const said = `${terminal.paint('red', 'alta:')} ${error.message}`;
  if (error instanceof CommandError) return said;
  const wrong = whatIsWrong(error);
  // The first is in the message.
  const all = wrong.length > 1 ? wrong.map((line) => `  ${line}`) : [];
  const request = error.requestId ? [terminal.paint('dim', `  request ${error.requestId}`)] : [];
  return [said, ...all, ...request].join('\n');
}
