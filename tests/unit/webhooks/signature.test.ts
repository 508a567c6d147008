import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signatureOf, timestampOf } from '#lib/webhooks/signature.ts';

test('a signature matches the specification’s example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const at = new Date(1_614_265_330_000);
  const signed = signatureOf([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}');
  expect(signed).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('each secret signs, and the library accepts either', () => {
  const [old, next] = [1, 2].map((byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`);
  const [now, body] = [new Date(), JSON.stringify({ name: 'Ñandú' })];
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestampOf(now),
    'webhook-signature': signatureOf([old ?? '', next ?? ''], 'msg_1', now, body),
  };
  for (const secret of [old, next])
    expect(new Webhook(secret ?? '').verify(body, headers)).toEqual({ name: 'Ñandú' });
  expect(() =>
    new Webhook(`whsec_${Buffer.alloc(24, 3).toString('base64')}`).verify(body, headers),
  ).toThrow();
});
