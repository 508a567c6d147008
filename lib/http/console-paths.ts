/** Of the Console's addresses. Next wants them written out once more: in proxy.ts and next.config.js. */
export const isConsolePath = (path: string): boolean =>
  /^\/(console|login|logout|password|setup|account|invite|w)(\/|$)/.test(path);
