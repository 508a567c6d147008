import type { Environment } from '#lib/authority-environment.ts';

export interface DemoWorkspace {
  id: string;
  api_key: string;
  supplier_workflow_id: string;
  invoice_workflow_id: string;
  /** A supplier's entry. */
  silo_entry_id: string;
  link_url: string;
  /** The workspace's own company, which is the delegate, and a supplier that can delegate to it. */
  delegation: { workflow_id: string; delegate_entry_id: string; silo_entry_id: string; link_url: string };
}

/** `.data/demo.json`. Scripts rely on its shape. */
export interface DemoFile {
  origin: string;
  base_url: string;
  simulator_url: string;
  /** Where the received webhooks are shown. */
  receiver_url?: string;
  console: { email: string; password: string };
  workspaces: Record<Environment, DemoWorkspace>;
}

export function report(demo: DemoFile, path: string): string {
  const { sandbox, live } = demo.workspaces;
  return `
Alta is running. Press Ctrl-C to stop. The data is stored in ${path.replace(/\/demo\.json$/, '')}.

  Wizard, sandbox   ${sandbox.link_url}
  Wizard, live      ${live.link_url}
  By delegation     ${sandbox.delegation.link_url}   and, live,
                    ${live.delegation.link_url}
  The authority     ${demo.simulator_url}/sandbox/portal   and   ${demo.simulator_url}/live/portal
                    (a simulator: sign in with the CUIT of a person, such as 20123456786, and any password)
  Console           ${demo.origin}/console   ${demo.console.email}   ${demo.console.password}
  API               ${demo.base_url}
${demo.receiver_url ? `  Webhooks          ${demo.receiver_url}   shows the received webhooks\n` : ''}
  . ${envFilePath(path)}   sets the environment variables for the examples of ${demo.origin}/docs

  curl -H 'Authorization: Bearer ${sandbox.api_key}' ${demo.base_url}/silo/v1/entries/${sandbox.silo_entry_id}

All of this is in ${path} too.
`;
}

type EnvFileSource = Pick<DemoFile, 'origin' | 'simulator_url'> & {
  workspaces: { sandbox: { api_key: string } };
};

/**
 * Path of the file next to `demo.json` that sets the variables of the examples in docs/. A shell and `node --env-file`
 * can read it.
 */
export const envFilePath = (path: string) => path.replace(/json$/, 'env');

export const envFileContent = ({ origin, simulator_url, workspaces }: EnvFileSource) =>
  `export ALTA_URL=${origin}
export ALTA_KEY=${workspaces.sandbox.api_key}
export ALTA_SIMULATOR=${simulator_url}
`;
