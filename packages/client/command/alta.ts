#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { CommanderError, Option, Command as Program } from 'commander';
import { whatIsWrong } from '../src/error.ts';
import { AltaError, createAlta } from '../src/index.ts';
import {
  type Command,
  CommandError,
  type ExitCode,
  exitCodes,
  type Invocation,
  processTerminal,
  type Terminal,
  table,
  usageError,
  version,
} from './command.ts';
import { invoices } from './invoices.ts';
import { altaFetch, logins, readLogin } from './login.ts';
import { simulate, suppliers } from './suppliers.ts';
import { endpointsList, listen, sendSample } from './webhooks.ts';

/** Runs the command typed after `alta`. */
async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const asJson = argv.includes('--json');
  const terminal = processTerminal({ quiet: asJson });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new CommandError(exitCodes.interrupted, 'Interrupted.'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await perform(argv, { env, terminal, signal: interruption.signal, asJson });
  } catch (error) {
    terminal.progress('');
    return report(interruption.signal.aborted ? interruption.signal.reason : error, { terminal, asJson });
  }
}

interface Surroundings extends Pick<Invocation, 'env' | 'terminal' | 'signal'> {
  asJson: boolean;
}

async function perform(argv: readonly string[], { asJson, ...context }: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const program = programOf(async (command, { args, options }) => {
    const { env, terminal } = context;
    const alta = () => createAlta({ ...readLogin(env), fetch: altaFetch });
    const outcome = await command.run({ ...context, args, options, alta });
    if (outcome) terminal.out(asJson ? JSON.stringify(outcome.data, null, 2) : outcome.text);
    exitCode = outcome?.exitCode ?? exitCodes.done;
  });
  try {
    await program.parseAsync(argv.length > 0 ? argv : ['--help'], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Not an error: help or version was requested.
    if (error.exitCode === 0) return exitCodes.done;
    const isUnfinished = error.code === 'commander.help';
    throw usageError(
      isUnfinished
        ? `\`alta ${argv[0]}\` needs a command: see \`alta ${argv[0]} --help\`.`
        : error.message.replace(/^error: /, ''),
    );
  }
  return exitCode;
}

const groups: Record<string, string> = {
  suppliers: 'Suppliers, their links and reminders',
  invoices: 'Invoices and their PDFs',
  workflows: 'Workflows of the workspace',
  webhooks: 'Webhooks on this machine',
};

type Perform = (command: Command, given: Pick<Invocation, 'args' | 'options'>) => Promise<void>;

function programOf(perform: Perform): Program {
  const program = new Program('alta')
    .description(
      'Takes companies in Argentina from a tax id to electronic invoices with ARCA, through an installation of Alta.',
    )
    .version(version, '--version')
    .exitOverride()
    // Errors are thrown and printed once, as text or as JSON.
    .configureOutput({ writeErr: () => {}, outputError: () => {} });
  const groupOf = (name: string) =>
    program.commands.find((each) => each.name() === name) ??
    program.command(name).description(groups[name] ?? '');
  for (const command of commands) {
    const { name, summary, takes = [], options = {} } = command;
    const [first = '', second] = name.split(' ');
    const made = (second ? groupOf(first).command(second) : program.command(first)).description(summary);
    for (const argument of takes) made.argument(`<${argument}>`);
    for (const [option, { value, help, choices }] of Object.entries(options)) {
      const flag = new Option(value ? `--${option} <${value}>` : `--${option}`, help);
      made.addOption(choices ? flag.choices(choices) : flag);
    }
    made.option('--json', 'print the result as JSON, for programs');
    made.action(() => perform(command, { args: made.args, options: made.opts() }));
  }
  return program;
}

function report(error: unknown, { terminal, asJson }: Pick<Surroundings, 'terminal' | 'asJson'>): ExitCode {
  if (!(error instanceof CommandError) && !(error instanceof AltaError)) throw error;
  const exitCode = error instanceof CommandError ? error.exitCode : exitCodeOf(error);
  const details = error instanceof AltaError ? detailsOf(error) : { message: error.message };
  process.stderr.write(
    asJson
      ? `${JSON.stringify({ error: { exit_code: exitCode, ...details } })}\n`
      : `${messageOf(error, terminal)}\n`,
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

function messageOf(error: CommandError | AltaError, terminal: Terminal): string {
  const heading = `${terminal.paint('red', 'alta:')} ${error.message}`;
  if (error instanceof CommandError) return heading;
  const wrong = whatIsWrong(error);
  // The message already has the first one.
  const all = wrong.length > 1 ? wrong.map((line) => `  ${line}`) : [];
  const request = error.requestId ? [terminal.paint('dim', `  request ${error.requestId}`)] : [];
  return [heading, ...all, ...request].join('\n');
}

const workflowsList: Command = {
  name: 'workflows list',
  summary: 'List the workflows of the workspace with their steps, newest first',
  async run({ alta, signal, terminal }) {
    const workflows = [];
    for await (const workflow of alta().workflows.list({ limit: 100 }, { signal })) workflows.push(workflow);
    const rows = workflows.map(({ id, default: isDefault, disabled, steps, name }) => [
      id,
      isDefault ? 'default' : disabled ? 'disabled' : '',
      steps.map(({ provider }) => provider).join(', '),
      name,
    ]);
    return {
      data: { list: workflows },
      text: rows.length ? table(['ID', '', 'STEPS', 'NAME'], rows, terminal) : 'There are no workflows.',
    };
  },
};

/** This file, as installed. MCP clients start anywhere, and a bare name could be looked up in a registry. */
const ownFile = fileURLToPath(import.meta.url);

const mcp: Command = {
  name: 'mcp',
  summary: 'Serve suppliers, registrations, jobs, invoices and the docs to a model (MCP, over stdio)',
  options: {
    'allow-writes': { help: 'also let the model create suppliers, remind them and send invoices' },
    config: { help: 'only print the configuration for an MCP client, with absolute paths' },
  },
  async run({ alta, options, signal }) {
    if (options.config) {
      const args = [ownFile, 'mcp', ...(options.allowWrites ? ['--allow-writes'] : [])];
      const data = { mcpServers: { alta: { command: process.execPath, args } } };
      return { data, text: JSON.stringify(data, null, 2) };
    }
    const client = alta();
    await client.ping();
    // Loaded here, because most users of `alta` never serve MCP.
    const { serve } = await import('./mcp.ts');
    await serve(client, { writes: options.allowWrites ? 'allowed' : 'refused', signal });
    return undefined;
  },
};

const shells = ['bash', 'zsh', 'fish'] as const;

/** `source <(alta completion bash)`: the script sends no requests while the user types. */
const completion: Command = {
  name: 'completion',
  summary: 'Print a completion script for bash, zsh or fish',
  takes: ['shell'],
  async run({ args: [name] }) {
    const shell = shells.find((each) => each === name);
    if (!shell) throw usageError(`Unknown shell: use ${shells.join(', ')}.`);
    const script = scripts[shell](commands);
    return { data: { script }, text: script };
  },
};

const scripts: Record<(typeof shells)[number], (commands: readonly Command[]) => string> = {
  bash: (commands) => `_alta() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=''
  case "$typed" in
${cases(commands)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _alta alta`,
  zsh: (commands) => `#compdef alta
_alta() {
  local typed="\${(j: :)words[2,CURRENT-1]}" words_there=''
  case "$typed" in
${cases(commands).replaceAll('words=', 'words_there=')}
  esac
  compadd -- \${=words_there}
  _files
}
compdef _alta alta`,
  fish: (commands) =>
    [
      "function __alta_typed; string join ' ' -- (commandline -opc)[2..]; end",
      'complete -c alta -f',
      ...groupsOf(commands).map(
        ([group, next]) =>
          `complete -c alta -n '${group ? `test "$(__alta_typed)" = "${group}"` : '__fish_use_subcommand'}' -a '${next.join(' ')}'`,
      ),
      ...commands
        .filter(({ takes }) => takes?.includes('file'))
        .map(({ name }) => `complete -c alta -n '${isTyped(name)}' -F`),
      ...commands.flatMap(({ name, options = {} }) =>
        Object.entries({ ...options, json: { help: 'print the result as JSON' } }).map(
          ([option, { help, ...more }]) =>
            `complete -c alta -n '${isTyped(name)}' -l ${option}${'value' in more && more.value ? ' -r' : ''} -d '${help.replaceAll("'", "\\'")}'`,
        ),
      ),
    ].join('\n'),
};

const isTyped = (name: string) => `string match -q -- "${name}*" "$(__alta_typed)"`;

/** First words, and the second words that may follow each. */
function groupsOf(commands: readonly Command[]): [string, string[]][] {
  const names = commands.map(({ name }) => name.split(' '));
  const first = [...new Set(names.map(([word = '']) => word))];
  const second = first.flatMap((group): [string, string[]][] => {
    const next = names.flatMap(([word, ...rest]) => (word === group ? rest : []));
    return next.length ? [[group, next]] : [];
  });
  return [['', first], ...second];
}

const cases = (commands: readonly Command[]): string =>
  [
    ...groupsOf(commands).map(([group, next]) => `    '${group}') words='${next.join(' ')}' ;;`),
    ...commands.map(({ name, options = {} }) => {
      const flags = Object.keys({ ...options, json: 0 }).map((option) => `--${option}`);
      return `    '${name}'*) words='${flags.join(' ')}' ;;`;
    }),
  ].join('\n');

/** In the order of the help. */
const commands: readonly Command[] = [
  ...logins,
  ...suppliers,
  ...invoices,
  workflowsList,
  simulate,
  listen,
  endpointsList,
  sendSample,
  mcp,
  completion,
];

// A reader that closes the pipe early, such as `head`, ends the command silently.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await run(process.argv.slice(2), process.env);
