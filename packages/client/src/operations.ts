/** Every operation of the API as a function of its own, which takes `client`. */
export * from './generated/sdk.gen.ts';
