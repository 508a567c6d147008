/**
 * Returns a value that exists once per process, such as the database pool, the queue or the log. A module
 * variable would exist several times, because Next bundles instrumentation and each route separately.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`alta.${name}`);
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  holder[key] ??= make();
  return holder[key];
}

export function replaceProcessValue<T>(name: string, value: T | undefined): void {
  (globalThis as unknown as Record<symbol, T | undefined>)[Symbol.for(`alta.${name}`)] = value;
}
