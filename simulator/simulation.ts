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
import { type ExportRegister, openExportRegister } from './wsfex/voucher-register.ts';

export type Office = {
  authority: CertificationAuthority;
  records: Records;
  /** Last login by certificate and service, in ms, for the window of coe.alreadyAuthenticated. */
  lastLogins: Map<string, number>;
  vouchers: VoucherRegister;
  /** Vouchers of WSFEX. */
  exports: ExportRegister;
  /** Sub-message of error 10000 that refuses an issuer's requests, by CUIT. */
  issuerProblems: Map<string, string>;
  /** Announcements in every response of WSFE, and the last one in every response of WSFEX. */
  events: WsfeMessage[];
};

/** RegXReq of FECompTotXRequest, as recorded. */
const maxLotSize = 250;

/** State of the simulated authority. The two environments share no authorities, records or vouchers. */
export type Simulation = {
  clock: Clock;
  faults: Faults;
  stats: Stats;
  sessions: Sessions;
  offices: Record<Environment, Office>;
  propagation: { seconds: number };
  /** Duration of an authorization. Another one for the same series gets 502 meanwhile. */
  processing: { milliseconds: number };
  /** Maximum vouchers per request. */
  lots: { vouchers: number };
  /** Must be called after every change of the records. */
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
    lots: { vouchers: maxLotSize },
    save: () => storage.save(snapshot),
  };
}

/** Clears faults, clock, counts, login windows and settings. Authorities and records stay. */
export function resetSimulation(simulation: Simulation): void {
  simulation.faults.clear();
  simulation.clock.shift(0);
  simulation.stats.clear();
  simulation.propagation.seconds = 0;
  simulation.processing.milliseconds = 0;
  simulation.lots.vouchers = maxLotSize;
  for (const environment of environments) {
    simulation.offices[environment].lastLogins.clear();
    simulation.offices[environment].issuerProblems.clear();
    simulation.offices[environment].events = [];
  }
}

function openOffice(snapshot: Snapshot, environment: Environment): Office {
  const { authority, records } = snapshot[environment];
  // Files written before vouchers, taxpayers, delegations or exports existed have none.
  records.vouchers ??= [];
  records.taxpayers ??= [];
  records.delegations ??= [];
  records.exports ??= [];
  return {
    authority: openAuthority(authority),
    records,
    lastLogins: new Map(),
    vouchers: openVoucherRegister(records.vouchers),
    exports: openExportRegister(records.exports),
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
  wsfex_requests: number;
  padron_requests: number;
  wsfecred_requests: number;
};

type Stats = {
  count(environment: Environment, counter: keyof EnvironmentStats): void;
  read(): Record<Environment, EnvironmentStats>;
  clear(): void;
};

function createStats(): Stats {
  let counts = { sandbox: zero(), live: zero() };
  return {
    count: (environment, counter) => {
      counts[environment][counter] += 1;
    },
    read: () => structuredClone(counts),
    clear: () => {
      counts = { sandbox: zero(), live: zero() };
    },
  };
}

function zero(): EnvironmentStats {
  return {
    logins: 0,
    refused_logins: 0,
    caes: 0,
    wsaa_requests: 0,
    wsfe_requests: 0,
    wsfex_requests: 0,
    padron_requests: 0,
    wsfecred_requests: 0,
  };
}
