// @module-tag slow
import { expect, test } from 'vitest';
import { deviceCookieName } from '#lib/accounts/devices.ts';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import errors from '#messages/console/errors.es.json' with { type: 'json' };
import { onServer } from '#tests/support/alta.ts';
import { cookieIn, logIn } from '#tests/support/log-in.ts';
import { newPerson, type Person } from '#tests/support/person.ts';

const seed = async () => ({
  ana: await newPerson(),
  eva: await newPerson(),
  fay: await newPerson(),
  guy: await newPerson(),
});

// A tenth of the usual: ten tries for an account, one of them from an address, and one from a device.
const env = { ALTA_PROXY_HOPS: '1', RATE_LIMIT_FACTOR: '0.1' };

onServer('the login to an account with exhausted limits', { seed, env }, (server) => {
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `203.0.113.${addresses}`;
  };

  async function tryAs(
    { email, password }: Pick<Person, 'email' | 'password'>,
    { address = newAddress(), cookie = '' } = {},
  ) {
    const { origin } = server().alta;
    const answer = await logIn(origin, { email, password }, { 'x-forwarded-for': address, origin, cookie });
    if (cookieIn(answer, sessionCookieName))
      return { came: 'in', device: cookieIn(answer, deviceCookieName) };
    const page = await answer.text();
    return { came: page.includes(errors['rate-limited']) ? 'too often' : 'wrong', device: undefined };
  }
  const wrong = (person: Person) => ({ ...person, password: 'not this one, surely' });

  async function fill(person: Person) {
    for (let tries = 0; tries < 10; tries += 1) await tryAs(wrong(person));
    expect((await tryAs(person)).came).toBe('too often');
  }

  test('succeeds with the right password on a known device, from any address', async () => {
    const { ana } = server().seeded;
    const { device } = await tryAs(ana);
    await fill(ana);
    const address = newAddress();
    for (let tries = 0; tries < 7; tries += 1)
      await tryAs({ ...wrong(ana), email: `${tries}@x.ar` }, { address });
    expect((await tryAs({ ...wrong(ana), email: 'last@x.ar' }, { address })).came).toBe('too often');
    expect(await tryAs(ana, { address, cookie: device })).toMatchObject({ came: 'in' });
  });

  test('allows a stolen device a few tries, and then those of a stranger', async () => {
    const { eva } = server().seeded;
    const { device: cookie } = await tryAs(eva);
    const address = newAddress();
    const tries = [];
    for (let count = 0; count < 4; count += 1)
      tries.push((await tryAs(wrong(eva), { address, cookie })).came);
    expect(tries).toEqual(['wrong', 'wrong', 'too often', 'too often']);
  });

  test('treats another account’s device, or a forged cookie, as a stranger', async () => {
    const { fay, guy } = server().seeded;
    const [{ device: hers = '' }, { device: his }] = [await tryAs(fay), await tryAs(guy)];
    await fill(fay);
    const [, value = ''] = hers.split('=');
    const [id, at, signature = ''] = value.split('.');
    const changed = [
      `${id}x.${at}.${signature}`,
      `${id}.${Number(at) + 1}.${signature}`,
      `${id}.${at}.${'0'.repeat(signature.length)}`,
      `${id}.${at}`,
      '%ff',
    ];
    for (const cookie of [his, ...changed.map((each) => `${deviceCookieName}=${each}`)]) {
      expect([cookie, (await tryAs(fay, { cookie })).came]).toEqual([cookie, 'too often']);
    }
    expect((await tryAs(fay, { cookie: hers })).came).toBe('in');
  });
});
