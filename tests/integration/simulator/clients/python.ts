import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addressOf, type Client } from './client.ts';

/** Debian's packages are there for the system's own Python, whichever comes first. */
const pythonWith = (module: string) =>
  ['python3', '/usr/bin/python3'].find(
    (program) => spawnSync(program, ['-c', `import ${module}`]).status === 0,
  );

/** A program beside this file, which is asked for all operations at once. */
function pythonClient({
  name,
  module,
  lacks,
}: Omit<Client, 'isThere' | 'open'> & { module: string }): Client {
  const python = pythonWith(module);
  if (!python) console.log(`No ${name} in Python: its calls are skipped.`);
  return {
    name,
    lacks,
    isThere: python !== undefined,
    open: async (scene) => {
      const { service, cuit, ticket, folder } = scene;
      const answers = await run(python ?? '', `with_${name}.py`, {
        service,
        url: addressOf(scene),
        folder,
        auth: { Token: ticket.token, Sign: ticket.sign, Cuit: Number(cuit) },
        operations: scene.operations
          .filter(({ name }) => !lacks.includes(name))
          .map(({ title, name, input }) => ({ title, name, input: input(scene) })),
      });
      return async ({ title }) => {
        const { told, failed } = answers[title] ?? { failed: 'was not asked for' };
        if (told === undefined) throw new Error(failed);
        return told;
      };
    },
  };
}

/** What zeep makes of the taxpayers' register. */
export const askPadronWithZeep = (given: {
  url: string;
  auth: Record<string, unknown>;
  operations: { title?: string; name: string; input: Record<string, unknown> }[];
}): Promise<Answers> => run(pythonWith('zeep') ?? '', 'with_zeep.py', given);

type Answers = Record<string, { told?: string; failed?: string }>;

function run(python: string, file: string, given: unknown): Promise<Answers> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const options = {
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' },
  };
  return new Promise((resolve, reject) => {
    const child = execFile(python, [script], options, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout) as Answers),
    );
    child.stdin?.end(JSON.stringify(given));
  });
}

/** Holds every answer against the schema of the WSDL. */
export const zeep = pythonClient({ name: 'zeep', module: 'zeep', lacks: [] });

export const pyafipws: Client = {
  ...pythonClient({
    name: 'pyafipws',
    module: 'pyafipws.wsfev1',
    lacks: [
      'FECAEASinMovimientoConsultar',
      'FEParamGetCondicionIvaReceptor',
      'FEXGetPARAM_Opcionales',
      'FEXCheck_Permiso',
    ],
  }),
  // Its versions before RG 5616 do not send the receiver's VAT status, and hear of it.
  orTells: { FECAESolicitar: /10246/ },
};
