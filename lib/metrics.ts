import { Counter, Histogram, Registry } from 'prom-client';
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

function counter<Label extends string>(name: string, help: string, label: Label): Counter<Label> {
  const make = () => new Counter({ name, help, labelNames: [label], registers: [registry()] });
  return shared(`metrics.${name}`, make);
}

export const metricsText = (): Promise<string> => registry().metrics();
export const metricsContentType = (): string => registry().contentType;
