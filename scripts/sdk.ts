import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';

/**
 * `npm run sdk`, and the end of `npm ci`: writes types and calls of every operation to
 * `packages/client/src/generated`, from the contracts in `tests/contracts`. The folder is not in git.
 */

type Named = Record<string, unknown>;
interface Contract {
  openapi: string;
  servers: { url: string }[];
  tags: unknown[];
  paths: Named;
  components: Record<string, Named>;
}

const contracts = new URL('../tests/contracts/', import.meta.url);

/** The contracts of all services merged into one with full paths, so that one client covers all. */
function wholeContract(directory = contracts): Contract & { info: unknown } {
  const whole = { paths: {} as Named, components: {} as Record<string, Named>, tags: [] as unknown[] };
  let openapi = '';
  for (const file of readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .toSorted()) {
    const contract: Contract = JSON.parse(readFileSync(new URL(file, directory), 'utf8'));
    openapi = contract.openapi;
    whole.tags.push(...contract.tags);
    for (const [path, operations] of Object.entries(contract.paths)) {
      whole.paths[`${contract.servers[0]?.url ?? ''}${path}`] = operations;
    }
    for (const [kind, named] of Object.entries(contract.components)) {
      whole.components[kind] = { ...whole.components[kind], ...named };
    }
  }
  return { openapi, info: { title: 'Alta', version: '1' }, servers: [{ url: '/' }], ...whole };
}

await createClient({
  input: wholeContract() as never,
  output: {
    path: fileURLToPath(new URL('../packages/client/src/generated', import.meta.url)),
    clean: true,
    importFileExtension: '.ts',
    entryFile: false,
    // Generated code fails our stricter compiler settings. Its exports keep their types.
    header: ['// Written by `npm run sdk`.', '// @ts-nocheck'],
  },
  logs: { level: 'error', file: false },
  plugins: [
    '@hey-api/typescript',
    // The key is a header of every request, not an argument of each call.
    { name: '@hey-api/sdk', responseStyle: 'data', auth: false, client: '@hey-api/client-fetch' },
    { name: '@hey-api/client-fetch', throwOnError: true },
  ],
});
