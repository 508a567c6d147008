import type { Environment } from '../environment.ts';

type EnvironmentStats = {
  logins: number;
  refused_logins: number;
  caes: number;
  wsaa_requests: number;
  wsfe_requests: number;
  padron_requests: number;
};

export type Stats = {
  count(environment: Environment, what: keyof EnvironmentStats): void;
  read(): Record<Environment, EnvironmentStats>;
  clear(): void;
};

export function createStats(): Stats {
  let counts = { sandbox: zero(), live: zero() };
  return {
    count: (environment, what) => {
      counts[environment][what] += 1;
    },
    read: () => structuredClone(counts),
    clear: () => {
      counts = { sandbox: zero(), live: zero() };
    },
  };
}

function zero(): EnvironmentStats {
  return { logins: 0, refused_logins: 0, caes: 0, wsaa_requests: 0, wsfe_requests: 0, padron_requests: 0 };
}
