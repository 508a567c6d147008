/** Every operation of the API as a separate function that takes `client`. */
export * from './generated/sdk.gen.ts';
