import { AltaError, createAlta } from '../src/index.ts';
import { type Command, given, type Invocation } from './command.ts';
import { CommandError, exitCodes, usageError } from './exit-codes.ts';
import { fetchOfAlta } from './fetch-of-alta.ts';
import { forgetLogin, keepLogin, urlOf } from './login-file.ts';
import { openPrompt, readStandardInput } from './prompt.ts';
import { facts } from './terminal.ts';
import { workspaceFacts, workspaceOf } from './workspace.ts';

export const login: Command = {
  name: 'login',
  summary: 'Keep the address of an installation and an API key',
  options: { url: { value: 'address', says: 'the installation, such as https://alta.example.com' } },
  async run(invocation) {
    const { env, terminal } = invocation;
    const { url, key } = await answersOf(invocation);
    const alta = createAlta({ url, key, fetch: fetchOfAlta });
    await alta.ping().catch(inWords);
    const workspace = await workspaceOf(alta);
    const file = keepLogin(env, { url, key });
    terminal.say(`Kept in ${file}, for you alone to read.`);
    return {
      data: { url, workspace: workspace ?? null, file },
      text: facts(workspaceFacts(url, workspace), terminal),
    };
  },
};

export const logout: Command = {
  name: 'logout',
  summary: 'Forget both',
  async run({ env }) {
    forgetLogin(env);
    return { data: { logged_out: true }, text: 'Forgotten. The key itself is ended in the Console.' };
  },
};

/** The API's own words are for who writes headers. */
function inWords(error: unknown): never {
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
