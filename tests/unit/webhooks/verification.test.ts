import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { documentedReceivers } from '#tests/support/documented-receivers.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({ id: 'msg_1', name: 'Ñandú' });

// Where the machine has no PHP or no Python, the summary says that one was skipped.
describe.each(documentedReceivers)('the receiver in $language', ({ isThere, verify }) => {
  const verdict = (headers: Record<string, string>, sent = body) => verify({ secret, headers, body: sent });
  const signed = (by: string[], at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': by.map((each) => new Webhook(each).sign('msg_1', at, body)).join(' '),
  });

  test.skipIf(!isThere)('accepts only our messages, also during a change of secret', () => {
    expect(verdict(signed([secret]))).toBe('msg_1');
    expect(verdict(signed([other, secret]))).toBe('msg_1');
    expect(verdict(signed([other]))).toBe('refused');
    expect(verdict(signed([secret]), body.replace('1', '2'))).toBe('refused');
    expect(verdict(signed([secret], new Date(Date.now() - 600_000)))).toBe('refused');
  });

  test.skipIf(!isThere)('accepts nothing without a secret', () => {
    const headers = signed([secret]);
    const text = `msg_1.${headers['webhook-timestamp']}.${body}`;
    headers['webhook-signature'] = `v1,${createHmac('sha256', '').update(text).digest('base64')}`;
    for (const none of ['', 'whsec_']) expect(verify({ secret: none, headers, body })).toBe('refused');
  });
});
