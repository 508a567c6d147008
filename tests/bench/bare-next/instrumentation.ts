/** Without a file of its own, Next takes that of the directory it was called from: Alta's, engine and all. */
export function register(): void {}
