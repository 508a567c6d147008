import { createClient } from '@hey-api/openapi-ts';
import { wholeContract } from './sdk-contract.ts';

/** Types and calls of every operation, into `directory`, which is emptied first. */
export async function generateSdk(directory: string): Promise<void> {
  await createClient({
    input: wholeContract() as never,
    output: {
      path: directory,
      clean: true,
      importFileExtension: '.ts',
      entryFile: false,
      // Its own part minds other settings of the compiler than ours. What it exports has its types all the same.
      header: ['// Written by `npm run sdk`.', '// @ts-nocheck'],
    },
    logs: { level: 'error', file: false },
    plugins: [
      '@hey-api/typescript',
      // The key is a header of every request, and no business of each call.
      { name: '@hey-api/sdk', responseStyle: 'data', auth: false, client: '@hey-api/client-fetch' },
      { name: '@hey-api/client-fetch', throwOnError: true },
    ],
  });
}
