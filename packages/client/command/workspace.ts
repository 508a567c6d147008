import { type Alta, AltaError } from '../src/index.ts';

type Workspace = Awaited<ReturnType<Alta['workspace']['fetch']>>;

/** Undefined for a key that may not read it. */
export async function workspaceOf(alta: Alta): Promise<Workspace | undefined> {
  try {
    return await alta.workspace.fetch();
  } catch (error) {
    if (error instanceof AltaError && error.key === 'forbidden') return undefined;
    throw error;
  }
}

export const workspaceFacts = (url: string, workspace: Workspace | undefined) =>
  [
    ['installation', url],
    ['workspace', workspace?.name ?? 'not told to this key'],
    ['environment', workspace && (workspace.sandbox ? 'sandbox' : 'live')],
  ] as const;
