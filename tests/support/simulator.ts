import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Environment = 'sandbox' | 'live';

export type FaultPlan = {
  environment: Environment;
  target: 'wsaa' | 'wsfe' | 'wsfex' | 'padron' | 'wsfecred';
  kind: 'timeout' | 'reset' | 'http-503' | 'html' | 'truncated' | 'fault' | 'lost-answer' | 'slow';
  /** Operation of WSFE, WSFEX or a register, such as `FECAESolicitar`. Other operations are not affected. */
  operation?: string;
  /** For `slow`. */
  delay_ms?: number;
  code?: string;
  count?: number;
  ending?: 'clean' | 'broken';
};

type SimulatorStats = Record<
  Environment,
  Record<
    | 'logins'
    | 'refused_logins'
    | 'caes'
    | 'wsaa_requests'
    | 'wsfe_requests'
    | 'wsfex_requests'
    | 'padron_requests'
    | 'wsfecred_requests',
    number
  >
>;

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
  /** `Id` of the request to WSFEX. */
  request_id?: number;
  cae: string;
  cae_expiry: string;
  processed_at: string;
  observations: { code: number; message: string }[];
};

type CertificateInput = { cuit: string; alias: string; csr: string; adding_to_alias?: boolean };
type IssuedCertificate = { certificate: string; alias: string; serial: string };
type AuthorizationInput = { cuit: string; alias: string; represented_cuit: string; service?: string };
/** `cuit`: the person who asks or accepts. */
type DelegationInput = { cuit: string; represented_cuit: string; delegate_cuit: string; service?: string };
/** Omitted fields are derived from the CUIT's digits, as described in simulator/README.md. */
type TaxpayerInput = {
  cuit: string;
  name?: string;
  address?: string;
  /** People who find it in their lists. By default everybody. */
  represented_by?: string[];
  kind?: 'person' | 'company';
  state?: 'ACTIVO' | 'INACTIVO';
  vat_status?: 'registered' | 'monotributo' | 'exempt' | 'none';
  /** Size in the regime of electronic credit invoices. */
  size?: 'MIPYME' | 'GRANDE';
  /** Flagged by Seguridad Social: must not be invoiced. */
  limited?: boolean;
  /** In the registry of exporters. By default yes. */
  exporter?: boolean;
  exists?: boolean;
};
type CreditInvoiceInput = {
  cuit: string;
  document_type: number;
  point_of_sale: number;
  number: number;
  decision: 'accepted' | 'accepted-by-silence' | 'rejected';
  reason?: string;
};
export type PointOfSaleInput = {
  cuit: string;
  number: number;
  system: 'RECE' | 'MONOTRIBUTO' | 'EXENTO' | 'FEEWS' | 'ONLINE';
};

export type RunningSimulator = {
  url: string;
  /** Sends SIGTERM and waits for the process to end. */
  stop(): Promise<void>;
  /** SIGKILL, for tests of what survives. */
  kill(): Promise<void>;
  control: {
    faults(plan: FaultPlan): Promise<void>;
    stats(): Promise<SimulatorStats>;
    /** Clears faults, clock, counts, announcements and login windows. Authorities and records stay. */
    reset(): Promise<void>;
    clock(offsetSeconds: number): Promise<void>;
    propagation(seconds: number): Promise<void>;
    /** Duration of FECAESolicitar and FEXAuthorize. Another request for the series gets 502 meanwhile. */
    processing(milliseconds: number): Promise<void>;
    /** Maximum vouchers per request. */
    lots(vouchers: number): Promise<void>;
    /** A sub-message of error 10000, `01` to `11`, or null for none. */
    issuer(environment: Environment, cuit: string, problem: string | null): Promise<void>;
    /** An announcement (`Evt`) in every WSFE response, until a reset. */
    event(environment: Environment, code: number, message: string): Promise<void>;
    /** What the customer did with a credit invoice (FCE). */
    creditInvoice(environment: Environment, input: CreditInvoiceInput): Promise<void>;
    vouchers(environment: Environment, cuit: string): Promise<SimulatorVoucher[]>;
  };
  issueCertificate(environment: Environment, input: CertificateInput): Promise<IssuedCertificate>;
  /** `service` is `wsfe` by default. */
  authorise(environment: Environment, input: AuthorizationInput): Promise<void>;
  withdrawAuthorisation(environment: Environment, input: AuthorizationInput): Promise<void>;
  /** In live: lets another taxpayer's computers act for a taxpayer. `service` is `wsfe` by default. */
  delegate(input: DelegationInput): Promise<void>;
  acceptDelegation(input: DelegationInput): Promise<void>;
  withdrawDelegation(input: DelegationInput): Promise<void>;
  /** Sets the data of a taxpayer in portal and register. */
  addTaxpayer(environment: Environment, input: TaxpayerInput): Promise<void>;
  /** By default in live. The sandbox lists what was added there, and accepts any number all the same. */
  addPointOfSale(input: PointOfSaleInput, environment?: Environment): Promise<void>;
};

/**
 * Starts the simulator as a separate process on a free port. It ends with `stop()` or with this process. Use
 * it in `beforeAll`, and `stop()` in `afterAll`.
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
      creditInvoice: async (environment, input) =>
        void (await post('/control/credit-invoices', { environment, ...input })),
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
 * The simulator as this process's authority: one for all files of a worker, reset for each, except for
 * certificates and vouchers left by others. Set a short limit where a test waits for a time-out.
 */
export async function simulatorOfWorker({ timeoutSeconds = 30 } = {}): Promise<RunningSimulator> {
  ofWorker ??= startSimulator();
  const simulator = await ofWorker;
  await simulator.control.reset();
  Object.assign(process.env, authorityOf(simulator), { ARCA_TIMEOUT_SECONDS: String(timeoutSeconds) });
  return simulator;
}

/** Environment that makes it the authority of a process. */
export const authorityOf = ({ url }: RunningSimulator) => ({
  ARCA_SANDBOX_URL: `${url}/sandbox`,
  ARCA_LIVE_URL: `${url}/live`,
});

/** A refusal by the authority, in its words. */
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
