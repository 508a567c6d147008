import type { Webhook } from '#lib/http/openapi.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import {
  eventMessages,
  events,
  nameOfMessage,
  StepMessage,
  sampleSubject,
  WebhookMessage,
} from '#lib/webhooks/messages.ts';
import { payloadOf } from '#lib/webhooks/outbox.ts';

const tag = 'Webhooks';
const id = '01a1fe08-3155-75eb-83e3-484ba19ee109';
const workspace = { id: '01a1fe08-0000-7000-8000-000000000001' };
const createdAt = new Date('2026-11-21T10:00:00Z');
const stepEvent = 'link.ready';

/** Every message that is sent, with an example. */
export const sentMessages: Webhook[] = [
  ...lifecycleEvents.map((name) => ({
    name,
    operationId: `on${nameOfMessage(name).replace(/Message$/, '')}`,
    summary: events[name].summary,
    tag,
    message: eventMessages[name],
    example: payloadOf(id, workspace, name, sampleSubject(name), createdAt),
  })),
  {
    name: 'workflow.step',
    operationId: 'onWorkflowStep',
    summary: 'A job reached a `webhook` step of its workflow. The step gives the event its name.',
    tag,
    message: StepMessage,
    example: payloadOf(id, workspace, stepEvent, { ...sampleSubject('job.failed'), faults: [] }, createdAt),
  },
];

export const messageSchemas = [WebhookMessage];
