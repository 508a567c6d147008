/** True for paths of the Console. Next needs the same list as literals in proxy.ts and next.config.js. */
export const isConsolePath = (path: string): boolean =>
  /^\/(console|login|logout|password|setup|account|invite|w)(\/|$)/.test(path);
