import type { Service } from '#lib/http/openapi.ts';
import { messageSchemas, sentMessages } from './_wire/message.ts';
import { batches } from './batches.ts';
import { jobs } from './jobs.ts';
import { webhooks } from './webhooks.ts';
import { workflows } from './workflows.ts';

export const service: Service = {
  service: 'transform',
  version: 'v1',
  title: 'Alta: Transform',
  description: 'Workflows, the jobs that run them, and webhooks.',
  endpoints: [jobs, workflows, webhooks, batches],
  webhooks: sentMessages,
  schemas: messageSchemas,
};
