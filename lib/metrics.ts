import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { shared } from './shared.ts';

const registry = () => shared('metrics', () => new Registry());

/** Duration of requests, by service, version, route and status. */
export const requestSeconds = () =>
  shared(
    'metrics.request',
    () =>
      new Histogram({
        name: 'alta_request_seconds',
        help: 'Duration of API requests in seconds',
        labelNames: ['service', 'version', 'route', 'status'],
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers: [registry()],
      }),
  );

/** Attempts to deliver a webhook, by what came of them: delivered, again, gone, dead. */
export const webhookResults = () =>
  counter('alta_webhook_attempts_total', 'Attempts to deliver webhooks', 'result');

/** Jobs that ended, by status: OK, KO. */
export const finishedJobs = () => counter('alta_jobs_finished_total', 'Jobs that ended', 'status');

/** What browsers reported that a page would have broken of its policy. */
export const policyReports = () =>
  shared(
    'metrics.alta_policy_reports_total',
    () =>
      new Counter({
        name: 'alta_policy_reports_total',
        help: 'Reports of browsers on content security policies',
        labelNames: ['area', 'directive'],
        registers: [registry()],
      }),
  );

/** Calls of this process to the authority, by what came of them: answered, failed. A refusal is an answer. */
export const authorityCalls = () =>
  shared(
    'metrics.alta_authority_calls_total',
    () =>
      new Counter({
        name: 'alta_authority_calls_total',
        help: 'Calls to the authority: answered (a refusal too) or failed',
        labelNames: [...ofAuthority, 'result'],
        registers: [registry()],
      }),
  );

/** Of all processes, and set when they are read. Absent: unknown. */
export const authorityUp = () =>
  authorityGauge('alta_authority_up', 'Whether the authority answers: 1 or 0; absent when that is unknown');
export const authorityAnsweredAt = () =>
  authorityGauge(
    'alta_authority_last_answer_timestamp_seconds',
    'When the authority was seen answering last',
  );

const ofAuthority = ['environment', 'service'] as const;

function authorityGauge(name: string, help: string) {
  const make = () => new Gauge({ name, help, labelNames: ofAuthority, registers: [registry()] });
  return shared(`metrics.${name}`, make);
}

function counter<Label extends string>(name: string, help: string, label: Label): Counter<Label> {
  const make = () => new Counter({ name, help, labelNames: [label], registers: [registry()] });
  return shared(`metrics.${name}`, make);
}

export const metricsText = (): Promise<string> => registry().metrics();
export const metricsContentType = (): string => registry().contentType;
