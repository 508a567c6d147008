import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, type Workspace } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { type DeliveryRow, fetchDelivery } from './deliveries.ts';
import { fetchEndpoint } from './endpoints.ts';
import type { LifecycleEvent } from './events.ts';
import { sendToEndpoint } from './outbox.ts';
import { type About, payloadOf } from './payload.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

/** A message about nothing that there is, in the shape of one that tells of `event`; it says that it is a test. */
export const samplePayload = (id: string, workspace: Workspace, event: LifecycleEvent) => ({
  ...payloadOf(id, workspace, event, sampleOf(event)),
  test: true,
});

/**
 * Sends an endpoint a sample of an event, also of one that it did not subscribe to, as any other message is sent:
 * signed, tried again, in the log.
 * @throws AltaError `not-found`; `conflict` `endpoint-disabled`
 */
export async function sendTest(
  ctx: Context,
  endpointId: string,
  event: LifecycleEvent,
): Promise<DeliveryRow> {
  requirePermission(ctx, 'webhooks:write');
  return inTransaction(ctx, async (tx) => {
    const endpoint = await fetchEndpoint({ ...ctx, tx }, endpointId);
    if (endpoint.disabledAt) {
      throw new AltaError('conflict', 'The endpoint is disabled: enable it first.', {
        code: 'endpoint-disabled',
      });
    }
    const id = await sendToEndpoint(tx, ctx, endpoint, {
      event,
      bodyOf: (messageId) => samplePayload(messageId, ctx.workspace, event),
    });
    await audit(tx, ctx, 'webhook.tested', { kind: 'webhook-delivery', id }, { event });
    return fetchDelivery({ ...ctx, tx }, id);
  });
}

function sampleOf(event: LifecycleEvent): About {
  const [kind] = event.split('.');
  const job = { id: nobody, key: 'sample', args: {} };
  if (kind === 'job')
    return { entryId: nobody, job, faults: [{ code: 'authority-unavailable', params: {} }] };
  return { entryId: nobody, data: dataOf(event) };
}

function dataOf(event: LifecycleEvent): About['data'] {
  const [kind] = event.split('.');
  switch (kind) {
    case 'invoice':
      return { series: '1', code: '1' };
    case 'certificate':
      return { certificateId: nobody, notAfter: new Date('2030-01-31T00:00:00.000Z'), daysLeft: 30 };
    case 'delegate':
      return { delegateCuit: '30712345671', delegators: 3, reason: 'expiring', daysLeft: 30 };
    case 'link':
      return { registrationId: nobody, linkId: nobody, scope: 'full' };
    default:
      return {
        registrationId: nobody,
        ...(event === 'registration.certificate_rejected' ? { reason: 'wrong-environment' } : {}),
      };
  }
}
