/** Without this file, Next would use that of the working directory: Alta's, which starts the engine. */
export function register(): void {}
