import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Environment = 'sandbox' | 'live';

export type FaultPlan = {
  environment: Environment;
  target: 'wsaa' | 'wsfe' | 'padron';
  kind: 'timeout' | 'reset' | 'http-503' | 'html' | 'truncated' | 'fault' | 'lost-answer' | 'slow';
  /** Of WSFE or the register, such as `FECAESolicitar`: requests of others pass unharmed. */
  operation?: string;
  /** For `slow`. */
  delay_ms?: number;
  code?: string;
  count?: number;
  ending?: 'clean' | 'broken';
};

type SimulatorStats = Record<
  Environment,
  Record<'logins' | 'refused_logins' | 'caes' | 'wsaa_requests' | 'wsfe_requests' | 'padron_requests', number>
>;

/** An authorized voucher, as the simulator has it. */
type SimulatorVoucher = {
  cuit: string;
  point_of_sale: number;
  document_type: number;
  number: number;
  last_number: number;
  /** `yyyymmdd` */
  date: string;
  receiver_document_type: number;
  receiver_document_number: string;
  total: number;
  currency: string;
  cae: string;
  cae_expiry: string;
  processed_at: string;
  observations: { code: number; message: string }[];
};

type CertificateInput = { cuit: string; alias: string; csr: string; adding_to_alias?: boolean };
type IssuedCertificate = { certificate: string; alias: string; serial: string };
type AuthorizationInput = { cuit: string; alias: string; represented_cuit: string; service?: string };
/** `cuit`: the person who asks for it, or accepts. */
type DelegationInput = { cuit: string; represented_cuit: string; delegate_cuit: string; service?: string };
/** What is left out is made of the CUIT's digits, as simulator/README.md says. */
type TaxpayerInput = {
  cuit: string;
  name?: string;
  address?: string;
  /** The persons who find it in their lists; unless given, everybody does. */
  represented_by?: string[];
  kind?: 'person' | 'company';
  state?: 'ACTIVO' | 'INACTIVO';
  vat_status?: 'registered' | 'monotributo' | 'exempt' | 'none';
  /** For the regime of electronic credit invoices. */
  size?: 'MIPYME' | 'GRANDE';
  /** Not to be invoiced, by Seguridad Social. */
  limited?: boolean;
  exists?: boolean;
};
export type PointOfSaleInput = {
  cuit: string;
  number: number;
  system: 'RECE' | 'MONOTRIBUTO' | 'EXENTO' | 'ONLINE';
};

export type RunningSimulator = {
  url: string;
  /** Sends SIGTERM and waits for the process to be gone. */
  stop(): Promise<void>;
  /** SIGKILL, for tests of what survives. */
  kill(): Promise<void>;
  control: {
    faults(plan: FaultPlan): Promise<void>;
    stats(): Promise<SimulatorStats>;
    /** Faults, clock, counts, announcements and login windows; authorities, certificates and vouchers stay. */
    reset(): Promise<void>;
    clock(offsetSeconds: number): Promise<void>;
    propagation(seconds: number): Promise<void>;
    /** How long FECAESolicitar takes; meanwhile another of its series is 502. */
    processing(milliseconds: number): Promise<void>;
    /** How many vouchers one request may carry. */
    lots(vouchers: number): Promise<void>;
    /** A sub-message of 10000, `01` to `11`, or null for none. */
    issuer(environment: Environment, cuit: string, problem: string | null): Promise<void>;
    /** An announcement (`Evt`) in every answer of WSFE, until a reset. */
    event(environment: Environment, code: number, message: string): Promise<void>;
    vouchers(environment: Environment, cuit: string): Promise<SimulatorVoucher[]>;
  };
  issueCertificate(environment: Environment, input: CertificateInput): Promise<IssuedCertificate>;
  /** `service` is `wsfe` unless given. */
  authorise(environment: Environment, input: AuthorizationInput): Promise<void>;
  withdrawAuthorisation(environment: Environment, input: AuthorizationInput): Promise<void>;
  /** In live: a taxpayer lets another's computers act for it. `service` is `wsfe` unless given. */
  delegate(input: DelegationInput): Promise<void>;
  acceptDelegation(input: DelegationInput): Promise<void>;
  withdrawDelegation(input: DelegationInput): Promise<void>;
  /** Tells portal and register of a taxpayer. */
  addTaxpayer(environment: Environment, input: TaxpayerInput): Promise<void>;
  /** In live, unless told otherwise: the sandbox lists what was made there, and takes any number all the same. */
  addPointOfSale(input: PointOfSaleInput, environment?: Environment): Promise<void>;
};

/**
 * Starts the simulator as its own process on a free port. It dies with `stop()`, or with this process.
 * Use it in `beforeAll` and `stop()` in `afterAll`.
 */
export async function startSimulator(
  options: { dataDirectory?: string; port?: number } = {},
): Promise<RunningSimulator> {
  const main = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SIMULATOR_PORT: String(options.port ?? 0),
      SIMULATOR_DATA_DIR: options.dataDirectory ?? '',
      SIMULATOR_EXIT_WITH_PARENT: '1',
    },
  });
  const url = await readAddress(child);
  const send = (method: 'POST' | 'DELETE', path: string, body: unknown) => sendJson(method, url + path, body);
  const post = (path: string, body: unknown) => send('POST', path, body);
  return {
    url,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    control: {
      faults: async (plan) => void (await post('/control/faults', plan)),
      stats: async () => (await (await fetch(`${url}/control/stats`)).json()) as SimulatorStats,
      reset: async () => void (await post('/control/reset', {})),
      clock: async (offsetSeconds) => void (await post('/control/clock', { offset_seconds: offsetSeconds })),
      propagation: async (seconds) => void (await post('/control/propagation', { seconds })),
      processing: async (milliseconds) => void (await post('/control/processing', { milliseconds })),
      lots: async (vouchers) => void (await post('/control/lots', { vouchers })),
      issuer: async (environment, cuit, problem) =>
        void (await post('/control/issuers', { environment, cuit, problem })),
      event: async (environment, code, message) =>
        void (await post('/control/events', { environment, code, message })),
      vouchers: async (environment, cuit) =>
        (await (
          await fetch(`${url}/control/vouchers?environment=${environment}&cuit=${cuit}`)
        ).json()) as SimulatorVoucher[],
    },
    issueCertificate: async (environment, input) =>
      (await post(`/${environment}/portal/api/certificates`, input)) as IssuedCertificate,
    authorise: async (environment, input) =>
      void (await post(`/${environment}/portal/api/authorizations`, { service: 'wsfe', ...input })),
    withdrawAuthorisation: async (environment, input) =>
      void (await send('DELETE', `/${environment}/portal/api/authorizations`, { service: 'wsfe', ...input })),
    delegate: async (input) =>
      void (await post('/live/portal/api/delegations', { service: 'wsfe', ...input })),
    acceptDelegation: async (input) =>
      void (await post('/live/portal/api/delegations/accept', { service: 'wsfe', ...input })),
    withdrawDelegation: async (input) =>
      void (await send('DELETE', '/live/portal/api/delegations', { service: 'wsfe', ...input })),
    addTaxpayer: async (environment, input) =>
      void (await post(`/${environment}/portal/api/taxpayers`, input)),
    addPointOfSale: async (input, environment = 'live') =>
      void (await post(`/${environment}/portal/api/points-of-sale`, input)),
  };
}

let ofWorker: Promise<RunningSimulator> | undefined;

/**
 * The simulator as this process's authority: one for all files of a worker, each of which finds it as it began, but
 * for the certificates and vouchers that others have left. Impatient where a test waits for a time-out.
 */
export async function simulatorOfWorker({ timeoutSeconds = 30 } = {}): Promise<RunningSimulator> {
  ofWorker ??= startSimulator();
  const simulator = await ofWorker;
  await simulator.control.reset();
  Object.assign(process.env, authorityOf(simulator), { ARCA_TIMEOUT_SECONDS: String(timeoutSeconds) });
  return simulator;
}

/** What makes it the authority of a process. */
export const authorityOf = ({ url }: RunningSimulator) => ({
  ARCA_SANDBOX_URL: `${url}/sandbox`,
  ARCA_LIVE_URL: `${url}/live`,
});

/** What the authority turned down, in its words. */
class SimulatorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'SimulatorRefusal';
    this.status = status;
  }
}

async function sendJson(method: 'POST' | 'DELETE', url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  throw new SimulatorRefusal(response.status, (JSON.parse(text) as { error: string }).error);
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the simulator has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^simulator listening on (\S+)$/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('the simulator ended before it listened');
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
