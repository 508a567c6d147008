import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { AltaError } from '#client/error.ts';
import { verify, verifyReturn } from '#client/webhook.ts';
import { secretFor, signatureOf } from '#lib/webhooks/signature.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const other = `whsec_${Buffer.from('another of twenty-four byte').toString('base64')}`;
const now = new Date('2026-11-21T10:00:00Z');
const body = JSON.stringify({
  id: 'm-1',
  event: 'registration.completed',
  faults: [],
  args: {},
  name: 'Río',
});
const headersBy = (secrets: string[], text = body) => ({
  'webhook-id': 'm-1',
  'webhook-timestamp': String(now.getTime() / 1_000),
  'webhook-signature': signatureOf(secrets, 'm-1', now, text),
});

test('a message from Alta is verified in any form of headers and body', async () => {
  const headers = headersBy([secret]);
  const expected = JSON.parse(body);
  expect(await verify(body, headers, secret, now)).toEqual(expected);
  expect(await verify(Buffer.from(body), new Headers(headers), secret, now)).toEqual(expected);
});

test('a message signed by the standard’s library is verified too', async () => {
  const headers = { ...headersBy([]), 'webhook-signature': new Webhook(secret).sign('m-1', now, body) };
  expect(await verify(body, headers, secret, now)).toMatchObject({ id: 'm-1' });
});

test('a message is verified when either side has two secrets during a rotation', async () => {
  expect(await verify(body, headersBy([other, secret]), secret, now)).toMatchObject({ id: 'm-1' });
  expect(await verify(body, headersBy([secret]), [other, secret], now)).toMatchObject({ id: 'm-1' });
});

test.each([
  ['by another secret', { headers: headersBy([other]) }],
  ['of another body', { body: `${body} ` }],
  ['of another id', { headers: { ...headersBy([secret]), 'webhook-id': 'm-2' } }],
  ['without a signature', { headers: { ...headersBy([secret]), 'webhook-signature': undefined } }],
  ['with nonsense for one', { headers: { ...headersBy([secret]), 'webhook-signature': 'v1,€ v1,' } }],
  ['without a time', { headers: { ...headersBy([secret]), 'webhook-timestamp': undefined } }],
  ['six minutes late', { at: new Date(now.getTime() + 360_000) }],
  ['six minutes early', { at: new Date(now.getTime() - 360_000) }],
])('a message %s is refused', async (_, given) => {
  const { headers, body: text, at } = { headers: headersBy([secret]), body, at: now, ...given };
  const error = await verify(text, headers, secret, at).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(AltaError);
  expect(error).toMatchObject({
    key: 'unauthorised',
    message: expect.stringMatching(/^The message is not from Alta: [^.A-Z]+\.$/),
  });
});

test.each(['whsec_', 'abc'])('the invalid secret %s is a TypeError', (invalid) =>
  expect(verify(body, headersBy([secret]), invalid, now)).rejects.toThrow(/`whsec_` followed/),
);

test('a return address is verified, and a changed one is refused', async () => {
  const address = new URL('https://you.example/done?mine=1');
  const signature = signatureOf([secretFor('return_url', secret)], 'entry-1', now, '"registered"');
  const given = {
    silo_entry_id: 'entry-1',
    status: 'registered',
    timestamp: String(now.getTime() / 1_000),
    signature,
  };
  for (const [name, value] of Object.entries(given)) address.searchParams.set(name, value);
  expect(await verifyReturn(secret, address, now)).toEqual({ entryId: 'entry-1', status: 'registered' });
  // While a secret is rotated either side may have two.
  expect(await verifyReturn([other, secret], address, now)).toMatchObject({ entryId: 'entry-1' });
  // As a server of Node is asked for it.
  expect(await verifyReturn(secret, `/done${address.search}`, now)).toMatchObject({ entryId: 'entry-1' });
  address.searchParams.set('status', 'pending');
  const message = expect.stringMatching(/^The address is not from Alta: [^.A-Z]+\.$/);
  await expect(verifyReturn(secret, address.href, now)).rejects.toMatchObject({
    key: 'unauthorised',
    message,
  });
  // What signs messages signs no address.
  address.searchParams.set('status', 'registered');
  address.searchParams.set('signature', signatureOf([secret], 'entry-1', now, '"registered"'));
  await expect(verifyReturn(secret, address, now)).rejects.toMatchObject({ key: 'unauthorised' });
  address.searchParams.delete('signature');
  await expect(verifyReturn(secret, address, now)).rejects.toThrow('it has no signature');
});
