export type Health =
  | { kind: 'answered'; application: boolean; database: boolean; authentication: boolean }
  | { kind: 'unavailable'; cause: string; detail: string };

/** FEDummy: whether WSFE says of itself that it is up. True does not promise that the other methods work. */
export async function readHealth(_input: { endpoint: string; timeoutMs?: number }): Promise<Health> {
  throw new Error('not written yet');
}
