export { type Alta, createAlta } from './alta.ts';
export { type AltaOptions, type CallOptions, createClient } from './client.ts';
export { AltaError, type AltaErrorKey } from './error.ts';
export type { Client } from './generated/client/index.ts';
export type * from './generated/types.gen.ts';
export type { Page, Paged } from './page.ts';
