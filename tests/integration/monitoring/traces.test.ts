// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, askApi, eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { allowReceivers, type Receiver, startReceiver } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { authorityOf, simulatorOfWorker } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey } from '#tests/support/workspace.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string }[];
}

const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('traces', () => {
  let collector: Receiver;
  let receiver: Receiver;
  const secrets: string[] = [];
  let exported = '';
  let spans: Span[] = [];

  /** An invoice from the call to the webhook, and a visit of the wizard, by the real process. */
  beforeAll(async () => {
    allowReceivers();
    const authority = await simulatorOfWorker({ timeoutSeconds: 5 });
    [collector, receiver] = [await startReceiver(), await startReceiver()];
    const source = await newDatabase();
    const seeded = await withDatabase(source, async () => {
      const issuer = await newIssuer(authority);
      const { ctx, workflowId, cuit } = issuer;
      const endpoint = { url: `${receiver.url}/secret-path`, events: ['invoice.authorised'] };
      await createEndpoint(ctx, EndpointInput.parse(endpoint));
      const [entry, key, { ref }] = [await issuer.write(), await newApiKey(ctx), await newRegistration(ctx)];
      return { workflowId, cuit, key, ref, entryId: entry.id };
    });
    secrets.push(seeded.cuit, seeded.key, seeded.ref, 'secret-path', 'Panadería', '30712345671');
    const alta = await startAlta(source, {
      ...authorityOf(authority),
      WEBHOOK_LOOPBACK: 'allow',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    const call = apiClient(alta.origin, seeded.key);
    const made = await askApi(`${alta.origin}/api/transform/v1/jobs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${seeded.key}`,
        'content-type': 'application/json',
        traceparent: `00-${callersTrace}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({ workflow_id: seeded.workflowId, silo_entry_id: seeded.entryId }),
    });
    expect(made.status).toBe(202);
    await eventually(
      async () => receiver.requests.length,
      (count) => count > 0,
    );
    const job = `/transform/v1/jobs/${made.body.id}`;
    await eventually(
      () => call('GET', job),
      ({ body }) => body.status === 'OK',
    );
    expect((await fetchPage(`${alta.origin}/reg/${seeded.ref}`)).status).toBe(200);
    expect((await apiClient(alta.origin, 'none')('GET', '/utils/v1/ping')).status).toBe(401);
    await alta.stop();
    exported = collector.requests.map(({ body }) => body.toString()).join('\n');
    spans = collector.requests.flatMap(({ json }) =>
      json.resourceSpans.flatMap((of: { scopeSpans: { spans: Span[] }[] }) =>
        of.scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  });
  afterAll(async () => {
    await collector.stop();
    await receiver.stop();
  });

  const rootOf = (name: string) => spans.filter((span) => span.name === name && !span.parentSpanId);

  test('join the request, its job, each step, the authority and the webhook', () => {
    const [request] = rootOf('POST transform/v1/jobs');
    const story = spans.filter(({ traceId }) => traceId === request?.traceId);
    expect(story.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'POST transform/v1/jobs',
        'queue job-advance',
        'step gov-ar.send',
        'queue invoice-series',
        'authority FECAESolicitar',
        'step pdf',
        'queue webhook-deliver',
        'webhook',
      ]),
    );
    const ids = new Set(story.map(({ spanId }) => spanId));
    expect(story.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([]);
    expect(story.filter(({ parentSpanId }) => !parentSpanId)).toEqual([request]);
  });

  test('continue at the receiver, and link to the caller’s own trace', () => {
    const [request] = rootOf('POST transform/v1/jobs');
    const webhook = spans.find(({ name }) => name === 'webhook');
    expect(receiver.requests[0]?.headers.traceparent).toBe(`00-${webhook?.traceId}-${webhook?.spanId}-01`);
    expect(webhook?.traceId).toBe(request?.traceId);
    expect(request?.traceId).not.toBe(callersTrace);
    expect(request?.links?.map(({ traceId }) => traceId)).toEqual([callersTrace]);
  });

  test('have a wizard visit, and no request of a stranger', () => {
    expect(rootOf('wizard GET')).toHaveLength(1);
    expect(spans.filter(({ name }) => name.includes('utils/v1/ping'))).toEqual([]);
  });

  test('contain no name, tax id, key, link or address', () => {
    expect(exported).toContain('alta.workspace');
    expect(secrets.filter((secret) => exported.includes(secret))).toEqual([]);
  });
});
