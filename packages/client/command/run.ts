import { parseArgs } from 'node:util';
import { whatIsWrong } from '../src/error.ts';
import { AltaError, createAlta } from '../src/index.ts';
import { type Command, given, type Invocation } from './command.ts';
import { completionOf } from './completion.ts';
import { CommandError, type ExitCode, exitCodes, usageError } from './exit-codes.ts';
import { fetchOfAlta } from './fetch-of-alta.ts';
import { invoices } from './invoices.ts';
import { forgetLogin, keepLogin, readLogin, urlOf } from './login-file.ts';
import { openPrompt, readStandardInput } from './prompt.ts';
import { suppliers } from './suppliers.ts';
import { facts, processTerminal, state, type Terminal, table } from './terminal.ts';
import { version } from './version.ts';
import { listen } from './webhooks.ts';
import { workspaceFacts, workspaceOf } from './workspace.ts';

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
  if (!(error instanceof CommandError) && !(error instanceof AltaError)) throw error;
  const exitCode = error instanceof CommandError ? error.exitCode : exitCodeOf(error);
  const told = error instanceof AltaError ? detailsOf(error) : { message: error.message };
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

const login: Command = {
  name: 'login',
  summary: 'Keep the address of an installation and an API key',
  options: { url: { value: 'address', says: 'the installation, such as https://alta.example.com' } },
  async run(invocation) {
    const { env, terminal } = invocation;
    const { url, key } = await answersOf(invocation);
    const alta = createAlta({ url, key, fetch: fetchOfAlta });
    await alta.ping().catch(loginInWords);
    const workspace = await workspaceOf(alta);
    const file = keepLogin(env, { url, key });
    terminal.say(`Kept in ${file}, for you alone to read.`);
    return {
      data: { url, workspace: workspace ?? null, file },
      text: facts(workspaceFacts(url, workspace), terminal),
    };
  },
};

const logout: Command = {
  name: 'logout',
  summary: 'Forget both',
  async run({ env }) {
    forgetLogin(env);
    return { data: { logged_out: true }, text: 'Forgotten. The key itself is ended in the Console.' };
  },
};

/** The API's own words are for who writes headers. */
function loginInWords(error: unknown): never {
  if (!(error instanceof AltaError) || error.key !== 'unauthorised') throw error;
  throw new CommandError(
    exitCodes.unauthorised,
    'The installation does not know this API key, or it has ended.',
  );
}

/** The key is never an argument: those are in the list of processes, and in the shell's history. */
async function answersOf(invocation: Invocation): Promise<{ url: string; key: string }> {
  const { env, terminal } = invocation;
  const address = given(invocation, 'url') ?? env.ALTA_URL;
  if (!address && !terminal.isInteractive) throw usageError('Say which installation: --url, or ALTA_URL.');
  const isAsked = terminal.isInteractive && !(address && env.ALTA_KEY);
  const prompt = isAsked ? openPrompt() : undefined;
  try {
    const url = urlOf(address ?? (await prompt?.ask('Address of the installation: ')) ?? '');
    const key =
      env.ALTA_KEY ||
      (await prompt?.askHidden('API key: ')) ||
      (prompt ? '' : (await readStandardInput()).trim());
    if (!/^[\w.~+/=-]{1,200}$/.test(key)) throw usageError('That is no API key.');
    return { url, key };
  } finally {
    prompt?.close();
  }
}

const names: Record<string, string> = { wsaa: "ARCA's login", wsfe: "ARCA's invoicing" };

const status: Command = {
  name: 'status',
  summary: 'Whether the key is good, and whether ARCA answers',
  async run({ alta, env, terminal }) {
    const { url } = readLogin(env);
    const client = alta();
    await client.ping();
    const [workspace, authority] = await Promise.all([
      workspaceOf(client),
      unlessForbidden(client.authority.fetch()),
    ]);
    const lines = (authority?.services ?? []).map(
      ({ service, status: how, since }) =>
        [names[service] ?? service, `${state(how, terminal)}${since ? ` since ${since}` : ''}`] as const,
    );
    return {
      data: { url, workspace: workspace ?? null, authority: authority ?? null },
      text: facts([...workspaceFacts(url, workspace), ...lines], terminal),
    };
  },
};

async function unlessForbidden<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AltaError && error.key === 'forbidden') return undefined;
    throw error;
  }
}

const workflowsList: Command = {
  name: 'workflows list',
  summary: 'What the workspace can have done, and by which steps, the newest first',
  async run({ alta, signal, terminal }) {
    const workflows = [];
    for await (const workflow of alta().workflows.list({ limit: 100 }, { signal })) workflows.push(workflow);
    const rows = workflows.map(({ id, disabled, steps, name }) => [
      id,
      disabled ? 'disabled' : '',
      steps.map(({ provider }) => provider).join(', '),
      name,
    ]);
    return {
      data: { list: workflows },
      text: rows.length ? table(['ID', '', 'STEPS', 'NAME'], rows, terminal) : 'There are none.',
    };
  },
};

const workflows: readonly Command[] = [workflowsList];

const mcp: Command = {
  name: 'mcp',
  summary: 'Serve suppliers, registrations, jobs, invoices and the docs to a model (MCP, over stdio)',
  options: {
    'allow-writes': { says: 'it may make suppliers, remind them and send invoices too' },
  },
  async run({ alta, options, signal }) {
    const client = alta();
    await client.ping();
    // Most who type `alta` want no model: what it takes is loaded here.
    const { serve } = await import('./mcp/server.ts');
    await serve(client, { writes: options['allow-writes'] ? 'allowed' : 'refused', signal });
    return undefined;
  },
};

/** In the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  status,
  ...suppliers,
  ...invoices,
  ...workflows,
  listen,
  mcp,
  completionOf(() => commands),
];

/** What there is. */
function overview(commands: readonly Command[], terminal: Terminal): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Takes companies in Argentina from a tax id to electronic invoices with ARCA, through an installation of Alta.',
    '',
    terminal.paint('bold', 'Commands'),
    ...lines,
    '',
    'Of each: `alta <command> --help`. With --json what comes is for programs.',
  ].join('\n');
}

/** One command. */
function helpOf({ name, summary, takes = [], options = {} }: Command, terminal: Terminal): string {
  const all = Object.entries({ ...options, json: { says: 'what comes, for programs' } });
  const shown = all.map(([option, { says, ...rest }]) => {
    const value = 'value' in rest && rest.value ? ` <${rest.value}>` : '';
    return [`--${option}${value}`, says] as const;
  });
  const width = Math.max(...shown.map(([option]) => option.length));
  return [
    `${summary}.`,
    '',
    `  alta ${name}${takes.map((each) => ` <${each}>`).join('')} [options]`,
    '',
    terminal.paint('bold', 'Options'),
    ...shown.map(([option, says]) => `  ${option.padEnd(width)}  ${says}`),
  ].join('\n');
}
