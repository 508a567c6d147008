import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { environments } from './authority-environment.ts';
import { quotaNames } from './limits.ts';
import { oncePerProcess } from './process-values.ts';

/** Includes metrics of the process: CPU, memory, open files, event loop lag, garbage collection. */
const registry = () =>
  oncePerProcess('metrics', () => {
    const created = new Registry();
    collectDefaultMetrics({ register: created });
    return created;
  });

export const requestSeconds = () =>
  histogram('alta_request_seconds', 'Duration of API requests in seconds', {
    labelNames: ['service', 'version', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });

/** Pages and their files, by what they belong to. The API is none of them. */
const pageAreas = ['wizard', 'console', 'docs', 'assets', 'other'] as const;
export type PageArea = (typeof pageAreas)[number];

export const pageSeconds = () =>
  histogram('alta_page_seconds', 'Duration of requests for pages and their files in seconds', {
    labelNames: ['area', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });

/** Pages with the status 5xx, and those whose rendering failed after their status was sent. */
export const pageFailures = () =>
  counter('alta_page_failures_total', 'Pages that failed', ['area'], each('area', pageAreas));

/** Webhook attempts by result: delivered, again (to be retried), gone (410), dead (given up). */
export const webhookResults = () =>
  counter(
    'alta_webhook_attempts_total',
    'Attempts to deliver webhooks',
    ['result'],
    each('result', ['delivered', 'again', 'gone', 'dead']),
  );

export const finishedJobs = () =>
  counter('alta_jobs_finished_total', 'Jobs that ended', ['status'], each('status', ['OK', 'KO']));

/** Steps that failed unexpectedly and are retried. A step that fails with an AltaError ends its job instead. */
export const stepFailures = () =>
  counter('alta_step_failures_total', 'Steps of jobs that failed and will be retried', ['provider']);

export const queueFailures = () =>
  counter('alta_queue_failures_total', 'Entries of the queue that failed and will be retried', ['queue']);

export const quotaFull = () =>
  counter(
    'alta_quota_full_total',
    'Requests refused because a workspace reached a quota',
    ['quota'],
    each('quota', quotaNames),
  );

/**
 * Connections closed and requests refused by limit: connections of the process; connections, or requests with a
 * body, of an address; bytes received for requests with a body.
 */
export const crowdedOut = () =>
  counter(
    'alta_crowded_out_total',
    'Connections closed and requests refused because a limit of the process was reached',
    ['limit'],
    each('limit', ['connections', 'address', 'bytes']),
  );

export const policyReports = () =>
  counter('alta_policy_reports_total', 'Reports by browsers of content security policy violations', [
    'area',
    'directive',
  ]);

/** Mails by result: sent, preview (no mail server), refused for good, failed and retried. */
export const mails = () =>
  counter(
    'alta_mails_total',
    'Mails sent to the mail server',
    ['result'],
    each('result', ['sent', 'preview', 'refused', 'failed']),
  );

/** Vouchers that the authority has authorized in one of our series and that Alta did not send. */
export const unclaimedVouchersFound = () =>
  counter(
    'alta_unclaimed_vouchers_total',
    'Vouchers found at the authority that Alta did not issue',
    ['environment'],
    each('environment', environments),
  );

const ofAuthority = ['environment', 'service'] as const;

/** Calls of this process to the authority by result: answered, failed. A refusal is an answer. */
export const authorityCalls = () =>
  counter('alta_authority_calls_total', 'Calls to the authority: answered (including refusals) or failed', [
    ...ofAuthority,
    'result',
  ]);

/** Failed calls by reason: timeout, refused, dns, tls, reset, http, not-soap, truncated, authority, … */
export const authorityFailures = () =>
  counter('alta_authority_failures_total', 'Calls to the authority that failed', [...ofAuthority, 'reason']);

/** The largest bucket covers the longest call: a batch of invoices on a bad day. */
export const authoritySeconds = () =>
  histogram('alta_authority_seconds', 'Duration of calls to the authority in seconds', {
    labelNames: [...ofAuthority],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 90],
  });

/** Clock difference at the last response. Beyond ten minutes, the authority refuses logins (docs/authority.md#login-faults). */
export const authorityClockSkew = () =>
  gauge(
    'alta_authority_clock_skew_seconds',
    "Difference between the authority's clock and ours",
    ofAuthority,
  );

/** Set from the database when metrics are collected, so it covers all processes. */
export const authorityUp = () =>
  gauge('alta_authority_up', 'Whether the authority responds: 1 or 0; absent if unknown', ofAuthority);
export const authorityAnsweredAt = () =>
  gauge(
    'alta_authority_last_answer_timestamp_seconds',
    'Time of the last response of the authority',
    ofAuthority,
  );

export function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  return oncePerProcess(
    `metrics.${name}`,
    () => new Gauge({ name, help, labelNames, registers: [registry()] }),
  );
}

/** @param startsWith label sets that start at 0, since Prometheus does not see an increase from absent */
function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  startsWith: Record<Label, string>[] = [],
): Counter<Label> {
  return oncePerProcess(`metrics.${name}`, () => {
    const created = new Counter({ name, help, labelNames, registers: [registry()] });
    for (const labels of startsWith) created.inc(labels, 0);
    return created;
  });
}

const each = <Label extends string>(label: Label, values: readonly string[]) =>
  values.map((value) => ({ [label]: value }) as Record<Label, string>);

function histogram<Label extends string>(
  name: string,
  help: string,
  of: { labelNames: readonly Label[]; buckets: number[] },
): Histogram<Label> {
  return oncePerProcess(
    `metrics.${name}`,
    () => new Histogram({ name, help, ...of, registers: [registry()] }),
  );
}

const counted = [
  requestSeconds,
  pageSeconds,
  pageFailures,
  webhookResults,
  finishedJobs,
  stepFailures,
  queueFailures,
  mails,
  quotaFull,
  crowdedOut,
  policyReports,
  unclaimedVouchersFound,
  authorityCalls,
  authorityFailures,
  authoritySeconds,
  authorityClockSkew,
];

/** All metrics, including those without a value yet. */
export function metricsText(): Promise<string> {
  for (const make of counted) make();
  return registry().metrics();
}
export const metricsContentType = (): string => registry().contentType;
