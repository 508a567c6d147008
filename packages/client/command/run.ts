import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { whatIsWrong } from '../src/error.ts';
import {
  type Alta,
  AltaError,
  AltaError as AltaFailure,
  createAlta,
  type DeliveryInList,
  type Entry,
} from '../src/index.ts';
import { type Command, given, type Invocation, type Outcome } from './command.ts';
import { CommandError, type ExitCode, exitCodes, usageError } from './exit-codes.ts';
import { fetchOfAlta } from './fetch-of-alta.ts';
import { findEntry } from './find-entry.ts';
import { forgetLogin, keepLogin, readLogin, urlOf } from './login-file.ts';
import { count } from './number-option.ts';
import { openPrompt, readStandardInput } from './prompt.ts';
import { remindSuppliers } from './remind.ts';
import { facts, processTerminal, state, type Terminal, table } from './terminal.ts';
import { version } from './version.ts';
import { shown } from './wait.ts';
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

const states = ['empty', 'processing', 'registered', 'error', 'void'] as const;

const create: Command = {
  name: 'suppliers create',
  summary: 'Make a supplier and the link that leads them through the registration',
  options: {
    cuit: { value: 'number', says: 'their CUIT, with hyphens or without' },
    name: { value: 'name', says: 'of the company or the person' },
    email: { value: 'address', says: 'theirs, for reminders' },
    key: {
      value: 'text',
      says: 'your own name for them, else supplier-<CUIT>: the same again makes nothing twice',
    },
    workflow: { value: 'id', says: 'what registers them, where the workspace has several that differ' },
    wait: { value: 'seconds', says: 'how long to wait for the link (60)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const [cuit, name] = [given(invocation, 'cuit'), given(invocation, 'name')];
    if (!cuit || !name) throw usageError('A supplier has --cuit and --name.');
    const seconds = count(invocation, 'wait', 60);
    const alta = invocation.alta();
    const registration = alta.registerSupplier({
      cuit,
      name,
      email: given(invocation, 'email'),
      key: given(invocation, 'key'),
      workflowId: given(invocation, 'workflow'),
      signal,
      waitMs: seconds * 1_000,
    });
    const { entryId, jobId, linkUrl } = await shown(registration, { terminal, seconds, what: 'the link' });
    const entry = await alta.entries.fetch(entryId, { signal });
    return {
      data: { entry, job_id: jobId ?? null, link_url: linkUrl ?? null },
      text: facts(
        [
          ['id', entry.id],
          ['name', entry.snippet.name],
          ['tax code', entry.snippet.tax_code],
          ['state', state(entry.state, terminal)],
          ['link', linkUrl ?? 'none is needed'],
        ],
        terminal,
      ),
    };
  },
};

const list: Command = {
  name: 'suppliers list',
  summary: 'The suppliers, the newest first',
  options: {
    state: { value: 'state', says: 'only those in it', among: states },
    limit: { value: 'number', says: 'at the most (20)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const limit = count(invocation, 'limit', 20);
    const inState = states.find((each) => each === given(invocation, 'state'));
    if (given(invocation, 'state') && !inState) throw usageError(`A state is one of ${states.join(', ')}.`);
    const suppliers = [];
    const asked = {
      folder: 'suppliers',
      limit: Math.min(limit, 100),
      ...(inState ? { state: inState } : {}),
    };
    for await (const supplier of invocation.alta().entries.list(asked, { signal })) {
      if (suppliers.push(supplier) === limit) break;
      terminal.progress(`${suppliers.length} suppliers`);
    }
    const rows = suppliers.map(({ id, key, snippet, state: how, created_at: at }) => [
      key ?? id,
      snippet.tax_code ?? '',
      state(how, terminal),
      day(at),
      snippet.name ?? '',
    ]);
    return {
      data: { list: suppliers },
      text: rows.length
        ? table(['KEY OR ID', 'TAX CODE', 'STATE', 'CREATED', 'NAME'], rows, terminal)
        : 'There are none.',
    };
  },
};

const stuck: Command = {
  name: 'suppliers stuck',
  summary: 'Who has begun and is not registered, and why; who has done nothing for the longest comes first',
  options: {
    'older-than': { value: 'time', says: 'only who has done nothing for so long: 36h, 7d' },
    limit: { value: 'number', says: 'at the most (20)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const limit = count(invocation, 'limit', 20);
    const age = given(invocation, 'older-than');
    const asked = {
      ascending: 'true',
      limit: Math.min(limit, 100),
      ...(age ? { older_than: age } : {}),
    } as const;
    const found = [];
    for await (const registration of invocation.alta().registrations.list(asked, { signal })) {
      if (found.push(registration) === limit) break;
    }
    const rows = found.map(
      ({ silo_entry_id: id, key, supplier, stage, last_rejection, last_activity_at: at }) => [
        key ?? id,
        stage,
        last_rejection?.reason ?? '',
        day(at),
        supplier?.name ?? '',
      ],
    );
    return {
      data: { list: found },
      text: rows.length
        ? table(['KEY OR ID', 'STAGE', 'REJECTED', 'LAST STEP', 'NAME'], rows, terminal)
        : 'Nobody is.',
    };
  },
};

const link: Command = {
  name: 'suppliers link',
  summary: "A supplier's link, and until when it leads somewhere",
  takes: ['supplier'],
  async run(invocation) {
    const alta = invocation.alta();
    const { id } = await named(alta, invocation);
    const found = await alta.links.fetch(id);
    return {
      data: found,
      text: facts(
        [
          ['link', found.link_url],
          ['until', day(found.expires_at)],
        ],
        invocation.terminal,
      ),
    };
  },
};

const remind: Command = {
  name: 'suppliers remind',
  summary: 'Send suppliers a mail with their link, as the wizard would',
  takes: ['supplier…'],
  async run(invocation) {
    const { terminal, signal, args } = invocation;
    const alta = invocation.alta();
    const entries = await Promise.all(args.map((name) => findEntry(alta, 'suppliers', name)));
    const { batch, rows } = await remindSuppliers(
      alta,
      entries.map(({ id }) => id),
      { terminal, signal },
    );
    const shown = rows.map(({ key, status, faults }) => [
      entries.find((entry) => entry.id === key)?.snippet.name ?? key ?? '',
      state(status, terminal),
      faults.map(({ message, code }) => `${message} (${code})`).join('; '),
    ]);
    return {
      data: { batch, rows },
      text: table(['NAME', 'REMINDER', 'WHY NOT'], shown, terminal),
      ...(batch.failed > 0 ? { exitCode: exitCodes.failed } : {}),
    };
  },
};

const named = (alta: Alta, { args: [name = ''] }: Invocation): Promise<Entry> =>
  findEntry(alta, 'suppliers', name);

const suppliers: readonly Command[] = [create, list, stuck, link, remind];

const buenosAires = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });
/** As the Console has it, wherever the command runs. */
const day = (instant: string): string => buenosAires.format(new Date(instant));

const send: Command = {
  name: 'invoices send',
  summary: 'Have an invoice authorized by ARCA: a JSON file, or - for what is piped in',
  takes: ['file'],
  options: {
    key: { value: 'text', says: 'your own name for it: the same again makes nothing twice' },
    workflow: { value: 'id', says: 'what sends it, where the workspace has several that differ' },
    wait: { value: 'seconds', says: 'how long to wait for its CAE (120)' },
  },
  async run(invocation) {
    const { terminal, signal, args } = invocation;
    const seconds = count(invocation, 'wait', 120);
    const invoice = await documentIn(args[0] ?? '');
    const alta = invocation.alta();
    const issued = alta.issueInvoice({
      key: given(invocation, 'key') ?? randomUUID(),
      invoice,
      workflowId: given(invocation, 'workflow'),
      signal,
      waitMs: seconds * 1_000,
    });
    const { entryId } = await shown(issued, { terminal, seconds, what: 'the CAE' });
    return described(await alta.entries.fetch(entryId, { signal }), terminal);
  },
};

async function documentIn(file: string): Promise<Record<string, unknown>> {
  const text = file === '-' ? await readStandardInput() : await read(file);
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return document as Record<string, unknown>;
  } catch {
    // Said below, without the parser's words.
  }
  throw usageError(`${file === '-' ? 'What is piped in' : file} is no JSON document.`);
}

const read = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${file} can not be read: ${error.code}.`);
  });

const invoicesStatus: Command = {
  name: 'invoices status',
  summary: 'Whether ARCA has authorized an invoice, and what it objects to',
  takes: ['invoice'],
  run: async ({ alta, args: [name = ''], terminal }) =>
    described(await findEntry(alta(), 'invoices', name), terminal),
};

function described(entry: Entry, terminal: Terminal): Outcome {
  const { id, snippet, faults = [], data } = entry;
  const stamps = new Map((data.head.stamps ?? []).map(({ prv, val }) => [prv, val]));
  const number = snippet.code && `${snippet.series?.padStart(5, '0')}-${snippet.code.padStart(8, '0')}`;
  return {
    data: entry,
    text: facts(
      [
        ['id', id],
        ['state', state(entry.state, terminal)],
        ['number', number],
        ['customer', snippet.customer_name],
        ['total', snippet.total && `${snippet.total} ${snippet.currency ?? ''}`],
        ['CAE', stamps.get('arca-cae')],
        ['CAE until', stamps.get('arca-cae-expiry')],
        ...faults.map(({ message, code }) => ['fault', `${message} (${code})`] as const),
      ],
      terminal,
    ),
    ...(entry.state === 'error' ? { exitCode: exitCodes.failed } : {}),
  };
}

const pdf: Command = {
  name: 'invoices pdf',
  summary: "An invoice's PDF, into a file",
  takes: ['invoice'],
  options: { output: { value: 'file', says: 'where to, else its own name; - for standard output' } },
  async run(invocation) {
    const alta = invocation.alta();
    const { id, attachments } = await findEntry(alta, 'invoices', invocation.args[0] ?? '');
    const file = attachments.find(({ mime }) => mime === 'application/pdf');
    if (!file) throw new CommandError(exitCodes.refused, 'It has no PDF yet.');
    const bytes = Buffer.from(await contentOf(alta, id, file.id));
    const output = given(invocation, 'output') ?? baseName(file.name);
    if (output === '-') {
      process.stdout.write(bytes);
      return undefined;
    }
    await writeFile(output, bytes).catch((error: NodeJS.ErrnoException) => {
      throw usageError(`${output} can not be written: ${error.code}.`);
    });
    return { data: { file: output, bytes: bytes.length }, text: output };
  },
};

const contentOf = async (alta: Alta, id: string, fileId: string): Promise<ArrayBuffer> =>
  (await alta.files.content(id, fileId)).arrayBuffer();

/** Into this directory, whatever it is called. */
const baseName = (name: string): string => name.replace(/^.*[\\/]/, '').replace(/^\.+/, '') || 'invoice.pdf';

const invoices: readonly Command[] = [send, invoicesStatus, pdf];

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

/** What is told to an endpoint of this address is kept, and sent nowhere. */
const keptAddress = 'alta:kept';
const description = 'alta webhooks listen';
const pauseMs = 1_500;
const patienceMs = 30_000;

/** A developer's machine can not be reached from the installation: it asks, and hands on what it is told. */
const listen: Command = {
  name: 'webhooks listen',
  summary: "Forward the workspace's webhooks to a receiver on this machine, until Ctrl-C",
  options: {
    forward: { value: 'address', says: 'the receiver, such as http://localhost:4242/alta' },
    'print-secret': { says: 'only print what the messages are signed with' },
  },
  async run(invocation) {
    const { terminal, signal, env, options } = invocation;
    const secret = secretFrom(env);
    if (options['print-secret']) return { data: { secret }, text: secret };
    const target = targetOf(given(invocation, 'forward'));
    const alta = invocation.alta();
    const endpoint = { url: keptAddress, events: ['*'] as ['*'], description };
    const { id, created_at: since } = await alta.webhooks.endpoints.create(endpoint);
    terminal.say(`Forwarding to ${target}. Signed with ${secret}`);
    try {
      await forwardFrom(since, { alta, target, secret, invocation });
    } finally {
      await alta.webhooks.endpoints.remove(id).catch((error: unknown) => {
        if (!(error instanceof AltaError)) throw error;
        terminal.say(`The endpoint ${id} stays: remove it in the Console. ${error.message}`);
      });
    }
    if (signal.aborted) throw signal.reason;
    return undefined;
  },
};

/** The same in each run where one is set: the receiver's configuration need not change. */
function secretFrom({ ALTA_WEBHOOK_SECRET: set }: NodeJS.ProcessEnv): string {
  if (!set) return `whsec_${randomBytes(24).toString('base64')}`;
  if (!/^whsec_[\w+/=-]+$/.test(set)) throw usageError('ALTA_WEBHOOK_SECRET begins with whsec_.');
  return set;
}

function targetOf(address: string | undefined): string {
  if (!address) throw usageError('Say where to: --forward http://localhost:4242/alta.');
  const url = /^\d+(\/|$)/.test(address) ? `http://localhost:${address}` : address;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw usageError(`${address} is no address.`);
  return url;
}

interface Forwarding {
  alta: Alta;
  target: string;
  secret: string;
  invocation: Invocation;
}

/** Each delivery once, in the order in which they were written, until it is interrupted. */
async function forwardFrom(since: string, { alta, target, secret, invocation }: Forwarding): Promise<void> {
  const { terminal, signal } = invocation;
  const seen = new Set<string>();
  let from = since;
  while (!signal.aborted) {
    for (const delivery of await newSince(alta, from, signal)) {
      if (seen.has(delivery.id)) continue;
      seen.add(delivery.id);
      from = delivery.created_at;
      const { body } = await alta.webhooks.deliveries.fetch(delivery.id);
      const answer = await post(target, { id: delivery.id, body, secret });
      terminal.out(
        invocation.options.json
          ? JSON.stringify({ ...delivery, answer })
          : `${delivery.created_at}  ${delivery.event ?? 'a step'}  ${delivery.id}  ${state(answer.ok ? 'done' : 'failed', terminal)} ${answer.said}`,
      );
    }
    await pause(signal);
  }
}

/**
 * Those for nobody else, the oldest first: of this endpoint, and of the steps of workflows. The list begins with the
 * newest.
 */
async function newSince(alta: Alta, from: string, signal: AbortSignal): Promise<DeliveryInList[]> {
  const found: DeliveryInList[] = [];
  try {
    for await (const delivery of alta.webhooks.deliveries.list({ limit: 20 }, { signal })) {
      if (delivery.created_at < from) break;
      if (delivery.url === keptAddress || !delivery.endpoint_id) found.unshift(delivery);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return found;
}

/** Signed anew, as Standard Webhooks have it: the receiver checks when it was sent. */
async function post(target: string, { id, body, secret }: { id: string; body: string; secret: string }) {
  const timestamp = Math.floor(Date.now() / 1_000);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  try {
    const { ok, status } = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': `${timestamp}`,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    return { ok, said: `${status}` };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return { ok: false, said: cause?.code ?? 'no answer' };
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, pauseMs);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });

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

const shells = ['bash', 'zsh', 'fish'] as const;

/** `source <(alta completion bash)`: the script asks for nothing while one types. */
const completionOf = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'A script that has bash, zsh or fish complete what is typed',
  takes: ['shell'],
  async run({ args: [asked] }) {
    const shell = shells.find((each) => each === asked);
    if (!shell) throw usageError(`There are ${shells.join(', ')}.`);
    const script = scripts[shell](commands());
    return { data: { script }, text: script };
  },
});

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
        Object.entries({ ...options, json: { says: 'for programs' } }).map(
          ([option, { says, ...more }]) =>
            `complete -c alta -n '${isTyped(name)}' -l ${option}${'value' in more && more.value ? ' -r' : ''} -d '${says.replaceAll("'", "\\'")}'`,
        ),
      ),
    ].join('\n'),
};

const isTyped = (name: string) => `string match -q -- "${name}*" "$(__alta_typed)"`;

/** What may come first, and what after the first word of two. */
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
