import { fileURLToPath } from 'node:url';
import { generateSdk } from './sdk-generate.ts';

/** `npm run sdk`: generates part of `packages/client` from the published contracts. */
await generateSdk(fileURLToPath(new URL('../packages/client/src/generated', import.meta.url)));
