import { createFaults, type Faults } from '#simulator/control/faults.ts';
import type { WsfeMessage } from '#simulator/wsfe/operation.ts';
import {
  type CertificationAuthority,
  createAuthorityMaterial,
  openAuthority,
} from './authority/certification-authority.ts';
import { type Clock, createClock } from './clock.ts';
import { type Environment, environments } from './environment.ts';
import { emptyRecords, type Records } from './records.ts';
import { createSessions, type Sessions } from './session.ts';
import type { Snapshot, Storage } from './storage.ts';
import { openVoucherRegister, type VoucherRegister } from './wsfe/voucher-register.ts';

export type Office = {
  authority: CertificationAuthority;
  records: Records;
  /** Last login by certificate and service, in ms: the window of coe.alreadyAuthenticated. */
  lastLogins: Map<string, number>;
  vouchers: VoucherRegister;
  /** By CUIT, the sub-message of 10000 with which its requests are refused. */
  issuerProblems: Map<string, string>;
  /** Announced in every answer of WSFE. */
  events: WsfeMessage[];
};

/** RegXReq of FECompTotXRequest, as recorded. */
const largestLot = 250;

/** Everything the simulated authority knows. The two environments share nothing but the clock. */
export type Simulation = {
  clock: Clock;
  faults: Faults;
  stats: Stats;
  sessions: Sessions;
  offices: Record<Environment, Office>;
  propagation: { seconds: number };
  /** How long an authorization takes; meanwhile another one of its series is 502. */
  processing: { milliseconds: number };
  /** How many vouchers a request may carry. */
  lots: { vouchers: number };
  /** To be called after every change of the records. */
  save(): void;
};

export async function openSimulation(storage: Storage): Promise<Simulation> {
  const stored = storage.load();
  const snapshot = stored ?? (await newSnapshot());
  if (!stored) storage.save(snapshot);
  return {
    clock: createClock(),
    faults: createFaults(),
    stats: createStats(),
    sessions: createSessions(),
    offices: { sandbox: openOffice(snapshot, 'sandbox'), live: openOffice(snapshot, 'live') },
    propagation: { seconds: 0 },
    processing: { milliseconds: 0 },
    lots: { vouchers: largestLot },
    save: () => storage.save(snapshot),
  };
}

/** Faults, clock, counts and login windows go; authorities, certificates, relations and vouchers stay. */
export function resetSimulation(simulation: Simulation): void {
  simulation.faults.clear();
  simulation.clock.shift(0);
  simulation.stats.clear();
  simulation.propagation.seconds = 0;
  simulation.processing.milliseconds = 0;
  simulation.lots.vouchers = largestLot;
  for (const environment of environments) {
    simulation.offices[environment].lastLogins.clear();
    simulation.offices[environment].issuerProblems.clear();
    simulation.offices[environment].events = [];
  }
}

function openOffice(snapshot: Snapshot, environment: Environment): Office {
  const { authority, records } = snapshot[environment];
  // A file from before there were vouchers, taxpayers or delegations has none.
  records.vouchers ??= [];
  records.taxpayers ??= [];
  records.delegations ??= [];
  return {
    authority: openAuthority(authority),
    records,
    lastLogins: new Map(),
    vouchers: openVoucherRegister(records.vouchers),
    issuerProblems: new Map(),
    events: [],
  };
}

async function newSnapshot(): Promise<Snapshot> {
  const [sandbox, live] = await Promise.all([
    createAuthorityMaterial('sandbox'),
    createAuthorityMaterial('live'),
  ]);
  return {
    sandbox: { authority: sandbox, records: emptyRecords() },
    live: { authority: live, records: emptyRecords() },
  };
}

type EnvironmentStats = {
  logins: number;
  refused_logins: number;
  caes: number;
  wsaa_requests: number;
  wsfe_requests: number;
  padron_requests: number;
};

type Stats = {
  count(environment: Environment, what: keyof EnvironmentStats): void;
  read(): Record<Environment, EnvironmentStats>;
  clear(): void;
};

function createStats(): Stats {
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
