import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { combinedContract } from '#lib/http/openapi.ts';
import { type OpenApi, writePythonAndPhp } from './sdk-python-php.ts';

/**
 * `npm run sdk`, and the end of `npm ci`: writes types and calls of every operation to
 * `packages/client/src/generated`, and to one file each of the Python and the PHP client, from the contracts in
 * `tests/contracts`. None of it is in git.
 */

const folder = new URL('../tests/contracts/', import.meta.url);
const contracts = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

const contract = combinedContract(contracts);
writePythonAndPhp(contract as unknown as OpenApi);
await createClient({
  input: contract as never,
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
