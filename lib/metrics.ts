import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { environments } from './authority-environment.ts';
import { quotaNames } from './limits.ts';
import { shared } from './shared.ts';

/** With the process's own: CPU, memory, open files, lag of the event loop, pauses of the garbage collector. */
const registry = () =>
  shared('metrics', () => {
    const made = new Registry();
    collectDefaultMetrics({ register: made });
    return made;
  });

/** Duration of requests, by service, version, route and status. */
export const requestSeconds = () =>
  histogram('alta_request_seconds', 'Duration of API requests in seconds', {
    labelNames: ['service', 'version', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });

/** Attempts to deliver a webhook, by what came of them: delivered, again, gone, dead. */
export const webhookResults = () =>
  counter(
    'alta_webhook_attempts_total',
    'Attempts to deliver webhooks',
    ['result'],
    each('result', ['delivered', 'again', 'gone', 'dead']),
  );

/** Jobs that ended, by status: OK, KO. */
export const finishedJobs = () =>
  counter('alta_jobs_finished_total', 'Jobs that ended', ['status'], each('status', ['OK', 'KO']));

/** Steps that threw, and are tried again. A step that fails for a reason of its own ends its job instead. */
export const stepFailures = () =>
  counter('alta_step_failures_total', 'Steps of jobs that failed and are tried again', ['provider']);

/** Entries of the queue whose handling threw: they come again. */
export const queueFailures = () =>
  counter('alta_queue_failures_total', 'Entries of the queue that failed and come again', ['queue']);

/** Times that a workspace that had all it may have of it asked for more. */
export const quotaFull = () =>
  counter(
    'alta_quota_full_total',
    'Times that a full workspace asked for more',
    ['quota'],
    each('quota', quotaNames),
  );

/**
 * Connections that were closed, and requests that were refused, since a process had all it takes: of connections, of
 * those of one address or its requests with a body, or of what has come of all of these.
 */
export const crowdedOut = () =>
  counter(
    'alta_crowded_out_total',
    'Connections closed, and requests refused, for there being too many or too much',
    ['limit'],
    each('limit', ['connections', 'address', 'bytes']),
  );

/** What browsers reported that a page would have broken of its policy. */
export const policyReports = () =>
  counter('alta_policy_reports_total', 'Reports of browsers on content security policies', [
    'area',
    'directive',
  ]);

/** Mails, by what came of them: sent, preview (there is no server), refused for good, failed and tried again. */
export const mails = () =>
  counter(
    'alta_mails_total',
    'Mails that were handed to the mail server',
    ['result'],
    each('result', ['sent', 'preview', 'refused', 'failed']),
  );

/** What the authority has authorized in a series of ours and nobody here sent. */
export const unclaimedNoted = () =>
  counter(
    'alta_unclaimed_vouchers_total',
    'Vouchers found at the authority that are none of ours',
    ['environment'],
    each('environment', environments),
  );

const ofAuthority = ['environment', 'service'] as const;

/** Calls of this process to the authority, by what came of them: answered, failed. A refusal is an answer. */
export const authorityCalls = () =>
  counter('alta_authority_calls_total', 'Calls to the authority: answered (a refusal too) or failed', [
    ...ofAuthority,
    'result',
  ]);

/** Those that failed, by what was wrong: timeout, refused, dns, tls, reset, http, not-soap, truncated, authority, … */
export const authorityFailures = () =>
  counter('alta_authority_failures_total', 'Calls to the authority that failed', [...ofAuthority, 'reason']);

/** As long as a call may take, and a lot of invoices does on a bad day. */
export const authoritySeconds = () =>
  histogram('alta_authority_seconds', 'Duration of calls to the authority in seconds', {
    labelNames: [...ofAuthority],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 90],
  });

/** As the last answer had it. A login is refused beyond ten minutes (docs/authority.md#login-faults). */
export const authorityClockSkew = () =>
  gauge('alta_authority_clock_skew_seconds', 'The clock of the authority minus ours', ofAuthority);

/** Of all processes, and set when they are read. Absent: unknown. */
export const authorityUp = () =>
  gauge(
    'alta_authority_up',
    'Whether the authority answers: 1 or 0; absent when that is unknown',
    ofAuthority,
  );
export const authorityAnsweredAt = () =>
  gauge(
    'alta_authority_last_answer_timestamp_seconds',
    'When the authority was seen answering last',
    ofAuthority,
  );

/** A number that is set when somebody asks for it. */
export function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  return shared(`metrics.${name}`, () => new Gauge({ name, help, labelNames, registers: [registry()] }));
}

/** @param startsWith labels that are there from the start: an increase from nothing is none to Prometheus */
function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  startsWith: Record<Label, string>[] = [],
): Counter<Label> {
  return shared(`metrics.${name}`, () => {
    const made = new Counter({ name, help, labelNames, registers: [registry()] });
    for (const labels of startsWith) made.inc(labels, 0);
    return made;
  });
}

const each = <Label extends string>(label: Label, values: readonly string[]) =>
  values.map((value) => ({ [label]: value }) as Record<Label, string>);

function histogram<Label extends string>(
  name: string,
  help: string,
  of: { labelNames: readonly Label[]; buckets: number[] },
): Histogram<Label> {
  return shared(`metrics.${name}`, () => new Histogram({ name, help, ...of, registers: [registry()] }));
}

const counted = [
  requestSeconds,
  webhookResults,
  finishedJobs,
  stepFailures,
  queueFailures,
  mails,
  quotaFull,
  crowdedOut,
  policyReports,
  unclaimedNoted,
  authorityCalls,
  authorityFailures,
  authoritySeconds,
  authorityClockSkew,
];

/** All of them, those too of which nothing was counted yet. */
export function metricsText(): Promise<string> {
  for (const make of counted) make();
  return registry().metrics();
}
export const metricsContentType = (): string => registry().contentType;
