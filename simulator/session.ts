import { randomBytes } from 'node:crypto';
import type { Environment } from './environment.ts';
import type { AdherenceRecord } from './records.ts';

/** A login to the portal of one environment. Held in memory: a restart logs everybody out. */
export type Session = {
  environment: Environment;
  person: string;
  /** «Actuando en representación de»: the person or a company. */
  actingFor: string;
  /**
   * Fixed at login: a newly adhered service appears after the next login (docs/authority.md#who-may-log-in).
   */
  adherences: AdherenceRecord[];
};

export type Sessions = {
  open(session: Session): string;
  find(environment: Environment, id: string | undefined): Session | undefined;
  close(id: string | undefined): void;
};

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();
  return {
    open: (session) => {
      const id = randomBytes(16).toString('hex');
      sessions.set(id, session);
      return id;
    },
    find: (environment, id) => {
      const session = sessions.get(id ?? '');
      return session?.environment === environment ? session : undefined;
    },
    close: (id) => {
      sessions.delete(id ?? '');
    },
  };
}
