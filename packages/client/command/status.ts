import { AltaError } from '../src/index.ts';
import type { Command } from './command.ts';
import { readLogin } from './login-file.ts';
import { facts, state } from './terminal.ts';
import { workspaceFacts, workspaceOf } from './workspace.ts';

const names: Record<string, string> = { wsaa: "ARCA's login", wsfe: "ARCA's invoicing" };

export const status: Command = {
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
