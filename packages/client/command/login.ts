import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Alta, AltaError, createAlta } from '../src/index.ts';
import {
  type Command,
  CommandError,
  exitCodes,
  facts,
  given,
  type Invocation,
  openPrompt,
  readStandardInput,
  state,
  usageError,
} from './command.ts';

/** Address of Alta and an API key for it. */
interface Login {
  url: string;
  key: string;
}

/** In the XDG configuration directory: `~/.config/alta/login.json`, readable by its owner only. */
const loginFile = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'alta', 'login.json');

/**
 * Login from the environment, otherwise the one stored by `alta login`.
 * @throws CommandError `unauthorised`
 */
export function readLogin(env: NodeJS.ProcessEnv): Login {
  const stored = readStoredLogin(env);
  const url = env.ALTA_URL ? urlOf(env.ALTA_URL) : stored?.url;
  // A stored key is sent only to the address it was stored for.
  const key = env.ALTA_KEY || (url === stored?.url ? stored?.key : undefined);
  if (url && key) return { url, key };
  throw new CommandError(
    exitCodes.unauthorised,
    url
      ? `There is no API key for ${url}: run \`alta login\`, or set ALTA_KEY.`
      : 'Log in first: run `alta login`, or set ALTA_URL and ALTA_KEY.',
  );
}

function readStoredLogin(env: NodeJS.ProcessEnv): Login | undefined {
  try {
    const { url, key } = JSON.parse(readFileSync(loginFile(env), 'utf8')) as Partial<Login>;
    return url && key ? { url, key } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a new file, so that loose permissions of an old one do not carry over. */
function storeLogin(env: NodeJS.ProcessEnv, login: Login): string {
  const file = loginFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
  return file;
}

const deleteLogin = (env: NodeJS.ProcessEnv): void => rmSync(loginFile(env), { force: true });

/**
 * An origin, with or without `/api`.
 * @throws CommandError `usage` also for an address that would send the key unencrypted
 */
function urlOf(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address))
    throw usageError('The address is not valid: it must be like https://alta.example.com.');
  const url = new URL(address);
  if (url.username || url.password)
    throw usageError('The address must not contain a user or password: give the API key separately.');
  const isHere =
    ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || url.hostname.endsWith('.localhost');
  if (url.protocol !== 'https:' && !isHere)
    throw usageError('Use https: the API key is not sent unencrypted.');
  return url.href.replace(/(\/api)?\/*$/, '');
}

/**
 * Every response of Alta has an id. A response without one, such as a proxy's page, counts as a failure.
 */
export const altaFetch: typeof fetch = async (...request) => {
  const answer = await fetch(...request);
  return answer.headers.has('x-request-id') ? answer : new Response(null, { status: 404 });
};

type Workspace = Awaited<ReturnType<Alta['workspace']['fetch']>>;

/** Undefined if the key may not read it. */
export async function workspaceOf(alta: Alta): Promise<Workspace | undefined> {
  try {
    return await alta.workspace.fetch();
  } catch (error) {
    if (error instanceof AltaError && error.key === 'forbidden') return undefined;
    throw error;
  }
}

const workspaceFacts = (url: string, workspace: Workspace | undefined) =>
  [
    ['installation', url],
    ['workspace', workspace?.name ?? 'hidden from this key'],
    ['environment', workspace && (workspace.sandbox ? 'sandbox' : 'live')],
  ] as const;

const login: Command = {
  name: 'login',
  summary: 'Store the address of an installation and an API key',
  options: { url: { value: 'address', help: 'the installation, such as https://alta.example.com' } },
  async run(invocation) {
    const { env, terminal } = invocation;
    const { url, key } = await answersOf(invocation);
    const alta = createAlta({ url, key, fetch: altaFetch });
    await alta.ping().catch(rethrowLoginError);
    const workspace = await workspaceOf(alta);
    const file = storeLogin(env, { url, key });
    terminal.say(`Stored in ${file}, readable only by you.`);
    return {
      data: { url, workspace: workspace ?? null, file },
      text: facts(workspaceFacts(url, workspace), terminal),
    };
  },
};

const logout: Command = {
  name: 'logout',
  summary: 'Delete the stored address and API key',
  async run({ env }) {
    deleteLogin(env);
    return { data: { logged_out: true }, text: 'Deleted. To revoke the key itself, use the Console.' };
  },
};

/** Replaces the API's message, which is about the header and not about `alta login`. */
function rethrowLoginError(error: unknown): never {
  if (!(error instanceof AltaError) || error.key !== 'unauthorised') throw error;
  throw new CommandError(exitCodes.unauthorised, 'The API key is unknown, or it has expired or was revoked.');
}

/** The key is never an argument: arguments appear in the process list and in the shell's history. */
async function answersOf(invocation: Invocation): Promise<{ url: string; key: string }> {
  const { env, terminal } = invocation;
  const address = given(invocation, 'url') ?? env.ALTA_URL;
  if (!address && !terminal.isInteractive)
    throw usageError('The address of the installation is missing: use --url or ALTA_URL.');
  const isAsked = terminal.isInteractive && !(address && env.ALTA_KEY);
  const prompt = isAsked ? openPrompt() : undefined;
  try {
    const url = urlOf(address ?? (await prompt?.ask('Address of the installation: ')) ?? '');
    const key =
      env.ALTA_KEY ||
      (await prompt?.askHidden('API key: ')) ||
      (prompt ? '' : (await readStandardInput()).trim());
    if (!/^[\w.~+/=-]{1,200}$/.test(key))
      throw usageError('The API key is not valid: copy it again from the Console.');
    return { url, key };
  } finally {
    prompt?.close();
  }
}

const names: Record<string, string> = { wsaa: "ARCA's login", wsfe: "ARCA's invoicing" };

const status: Command = {
  name: 'status',
  summary: 'Check the API key, and whether ARCA answers',
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

async function unlessForbidden<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof AltaError && error.key === 'forbidden') return undefined;
    throw error;
  }
}

export const logins: readonly Command[] = [login, logout, status];
