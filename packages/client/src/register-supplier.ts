import { type CallOptions, requestOptions } from './client.ts';
import { AltaError } from './error.ts';
import type { Client } from './generated/client/index.ts';
import {
  createEntry,
  fetchEntry,
  fetchEntryByKey,
  fetchJob,
  fetchRegistration,
} from './generated/sdk.gen.ts';
import type { Entry, Fault, Registration } from './generated/types.gen.ts';
import { checkOptions, invalid } from './given.ts';
import { type Patience, poll } from './poll.ts';
import { type Purpose, runOn } from './run-workflow.ts';

export interface SupplierToRegister {
  name: string;
  /** With or without separators. */
  cuit: string;
  /**
   * Your own key for the supplier, such as your id of them. By default `supplier-<CUIT>`. An existing entry
   * with the key is used as it is: name and document stay those of the first call.
   */
  key?: string | undefined;
  /** Address for Alta's reminders, unless the supplier gives another in the wizard. */
  email?: string | undefined;
  /** More fields of the document (GOBL org/party), such as `addresses`. */
  party?: Record<string, unknown>;
  /** Workflow to run instead of the workspace's default. */
  workflowId?: string | undefined;
  onProgress?: (progress: RegistrationProgress) => void;
  signal?: AbortSignal;
  /** How long to wait for the link, which takes a second. By default a minute. */
  waitMs?: number;
}

export type RegistrationProgress =
  | { stage: 'created'; entryId: string }
  /** Send the link to the supplier. */
  | { stage: 'link'; entryId: string; linkUrl: string }
  /** The supplier submitted the first page of the wizard. */
  | { stage: 'started'; entryId: string; at: string }
  /** A certificate passed the checks. */
  | { stage: 'certificate-received'; entryId: string; at: string }
  /** A certificate was rejected. The supplier is informed and brings another. */
  | { stage: 'certificate-rejected'; entryId: string; at: string; reason: string }
  | { stage: 'completed'; entryId: string }
  | { stage: 'failed'; entryId: string; faults: Fault[] };

export interface SupplierOnTheWay {
  entryId: string;
  state: 'processing' | 'registered';
  /** Absent if the supplier was already registered. */
  jobId?: string;
  /** The wizard: send it to the supplier. Absent if the supplier is already registered. */
  linkUrl?: string;
  /**
   * Waits until the supplier is registered, which takes minutes or weeks. Nothing is lost by not waiting:
   * call `registerSupplier` again with the same supplier to continue.
   * @throws AltaError `failed` with `faults`; `timeout` after `waitMs`
   */
  registered(patience?: Patience): Promise<Registration>;
}

const options: Record<keyof SupplierToRegister, true> = {
  name: true,
  cuit: true,
  key: true,
  email: true,
  party: true,
  workflowId: true,
  onProgress: true,
  signal: true,
  waitMs: true,
};

const purpose: Purpose = { schema: 'org/party', template: 'ar-supplier-registration' };

/**
 * From name and CUIT to the link for the supplier. A repeated call for the same supplier finds the existing
 * entry, job and link; a registered supplier needs none.
 * @throws AltaError `conflict` if the key belongs to another taxpayer; `failed` with `faults`; `timeout`
 *   after `waitMs`
 */
export async function registerSupplier(client: Client, given: SupplierToRegister): Promise<SupplierOnTheWay> {
  checkOptions(given, options);
  if (typeof given.cuit !== 'string') throw invalid('cuit', 'must be text, such as "30-71555334-8"');
  const { workflowId, signal, waitMs = 60_000, onProgress = () => {} } = given;
  const call = signal ? { signal } : {};
  const { id: entryId, state } = await entryOf(client, given, call);
  onProgress({ stage: 'created', entryId });
  if (state === 'registered') {
    return {
      entryId,
      state,
      registered: async () => {
        onProgress({ stage: 'completed', entryId });
        return fetchRegistration({ path: { silo_entry_id: entryId }, ...requestOptions(client, call) });
      },
    };
  }
  const job = await runOn(client, entryId, { purpose, workflowId, call });
  const look = () => linkOrEnd(client, entryId, job.id);
  const linkUrl = await poll(look, { ...call, waitMs, pollMs: 300 });
  if (linkUrl) onProgress({ stage: 'link', entryId, linkUrl });
  return {
    entryId,
    state: linkUrl ? 'processing' : 'registered',
    jobId: job.id,
    ...(linkUrl ? { linkUrl } : {}),
    registered: (patience = {}) =>
      poll(progressOf(client, { entryId, jobId: job.id }, onProgress), {
        ...call,
        pollMs: 2_000,
        ...patience,
      }),
  };
}

/** The existing entry with the key, unchanged; otherwise a new one. */
async function entryOf(client: Client, given: SupplierToRegister, call: CallOptions): Promise<Entry> {
  const { name, cuit, email, party } = given;
  const digits = cuit.replace(/\D/g, '');
  const key = given.key ?? `supplier-${digits}`;
  const request = requestOptions(client, call);
  const found = await fetchEntryByKey({ path: { key }, ...request }).catch((error: unknown) => {
    if (error instanceof AltaError && error.key === 'not-found') return undefined;
    throw error;
  });
  if (!found) {
    const $schema = 'https://gobl.org/draft-0/org/party';
    const emails = email ? { emails: [{ addr: email }] } : {};
    const data = { $schema, ...emails, ...party, name, tax_id: { country: 'AR', code: cuit } };
    return createEntry({ body: { folder: 'suppliers', key, data }, ...request });
  }
  if (found.folder === 'suppliers' && found.snippet.tax_code === `AR${digits}`) return found;
  throw new AltaError(
    'conflict',
    `The key ${key} belongs to an entry other than the supplier with the CUIT ${cuit}.`,
  );
}

/** '' if the supplier is registered and needs no link. Undefined while there is no link yet. */
async function linkOrEnd(client: Client, entryId: string, jobId: string): Promise<string | undefined> {
  const job = await fetchJob({ path: { id: jobId }, ...requestOptions(client) });
  if (job.status === 'KO') throw failed(job.faults);
  // The link of an ended registration stays in the meta, so only one that this job opened or found open
  // counts.
  const step = job.intents.find(({ provider, completed }) => provider === 'gov-ar.register' && completed);
  if (step?.events.at(-1)?.status === 'SKIP') return '';
  if (!step) return job.status === 'OK' ? '' : undefined;
  return linkOf(await fetchEntry({ path: { id: entryId }, ...requestOptions(client) }));
}

const linkOf = ({ meta }: Entry) => meta.find(({ src, key }) => src === 'gov-ar' && key === 'link')?.link_url;

function progressOf(
  client: Client,
  { entryId, jobId }: { entryId: string; jobId: string },
  report: (progress: RegistrationProgress) => void,
) {
  const reported = new Set<string>();
  const once = (progress: Extract<RegistrationProgress, { at: string }>): boolean => {
    const key = `${progress.stage} ${progress.at}`;
    if (reported.has(key)) return false;
    reported.add(key);
    report(progress);
    return true;
  };
  return async (): Promise<Registration | 'changed' | undefined> => {
    const [registration, job] = await Promise.all([
      fetchRegistration({ path: { silo_entry_id: entryId }, ...requestOptions(client) }),
      fetchJob({ path: { id: jobId }, ...requestOptions(client) }),
    ]);
    const happened = eventsOf(registration, entryId).map(once).includes(true);
    if (job.status === 'KO') {
      report({ stage: 'failed', entryId, faults: job.faults });
      throw failed(job.faults);
    }
    if (job.status !== 'OK') return happened ? 'changed' : undefined;
    report({ stage: 'completed', entryId });
    return registration;
  };
}

/**
 * The first login only checks whether the certificate is already authorized, so its refusal is not a rejection.
 */
const isRejected = ({ intent, last_rejection, authorisation_claimed_at }: Registration): boolean =>
  last_rejection?.reason !== 'not-authorised' || intent === 'renew' || authorisation_claimed_at !== undefined;

function eventsOf(
  registration: Registration,
  entryId: string,
): Extract<RegistrationProgress, { at: string }>[] {
  const { started_at, certificate_received_at, last_rejection } = registration;
  return [
    ...(started_at ? [{ stage: 'started' as const, entryId, at: started_at }] : []),
    ...(last_rejection && isRejected(registration)
      ? [
          {
            stage: 'certificate-rejected' as const,
            entryId,
            at: last_rejection.at,
            reason: last_rejection.reason,
          },
        ]
      : []),
    ...(certificate_received_at
      ? [{ stage: 'certificate-received' as const, entryId, at: certificate_received_at }]
      : []),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
}

const failed = (faults: Fault[]) =>
  new AltaError('failed', faults[0]?.message ?? 'The registration has failed.', {
    code: faults[0]?.code,
    faults,
  });
