import { callOperation } from './wsfe.ts';
import { nodeAt, textAt } from './xml.ts';

export type Health =
  | { kind: 'answered'; application: boolean; database: boolean; authentication: boolean }
  | { kind: 'unavailable'; cause: string; detail: string };

/** FEDummy: whether WSFE says of itself that it is up. True does not promise that the other methods work. */
export async function readHealth(input: { endpoint: string; timeoutMs?: number }): Promise<Health> {
  const outcome = await callOperation('FEDummy', { timeoutMs: 10_000, ...input }, '');
  if (outcome.kind === 'fault') return { kind: 'unavailable', cause: 'fault', detail: outcome.message };
  if (outcome.kind === 'unavailable') {
    return { kind: 'unavailable', cause: outcome.cause, detail: outcome.detail };
  }
  const result = nodeAt(outcome.body, 'FEDummyResponse', 'FEDummyResult');
  if (result === undefined) return { kind: 'unavailable', cause: 'not-soap', detail: 'no FEDummyResult' };
  const isOk = (server: string) => textAt(result, server).toUpperCase() === 'OK';
  return {
    kind: 'answered',
    application: isOk('AppServer'),
    database: isOk('DbServer'),
    authentication: isOk('AuthServer'),
  };
}
