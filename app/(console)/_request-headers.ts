/** What proxy.ts tells the pages about their request; whatever a caller sends under these names is overwritten. */
export const nonceHeaderName = 'x-alta-nonce';
export const pathHeaderName = 'x-alta-path';
