import { expect, test } from 'vitest';
import { createDeviceCookie, deviceSeconds, findDevice } from '#lib/accounts/devices.ts';
import { changePassword, endSessions, findSession, setPassword } from '#lib/accounts/sessions.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';

onDatabase('a known device', () => {
  async function known() {
    const person = await newPerson();
    const { cookie, device } = await signInAs(person);
    expect(await findDevice(device, person.email)).toMatch(/^\w{22}$/);
    return { person, cookie, device };
  }

  test('is new at each login, belongs to one account and lasts half a year', async () => {
    const [{ person, device }, { person: other }] = [await known(), await known()];
    const { device: second } = await signInAs(person);
    expect(await findDevice(second, person.email)).not.toBe(await findDevice(device, person.email));
    expect(await findDevice(device, other.email)).toBeUndefined();
    expect(await findDevice(device, 'nobody@example.com')).toBeUndefined();
    const end = Date.now() + deviceSeconds * 1_000;
    expect(await findDevice(device, person.email, new Date(end - 60_000))).toBeDefined();
    expect(await findDevice(device, person.email, new Date(end))).toBeUndefined();
    const ahead = createDeviceCookie(person.email, new Date(Date.now() + 3_600_000));
    expect(await findDevice(ahead, person.email)).toBeUndefined();
  });

  const endings: [string, (person: Person) => Promise<unknown>][] = [
    ['all sessions were ended', ({ id }) => endSessions(id)],
    ['an operator has set a new password', ({ id }) => setPassword(id, 'otras cinco palabras sueltas')],
  ];
  test.each(endings)('is forgotten when %s', async (_when, end) => {
    const { person, device } = await known();
    await end(person);
    expect(await findDevice(device, person.email)).toBeUndefined();
  });

  test('is forgotten after a new password, except the one that set it', async () => {
    const { person, cookie, device } = await known();
    const session = await findSession(cookie);
    if (!session) throw new Error('there is no session');
    const input = { currentPassword: password, newPassword: 'otras cinco palabras sueltas' };
    const after = await changePassword(session, input, visitor);
    expect(await findDevice(device, person.email)).toBeUndefined();
    expect(await findDevice(after.device, person.email)).toBeDefined();
    await endSessions(person.id);
    const { device: next } = await signInAs({ ...person, password: input.newPassword });
    expect(await findDevice(next, person.email)).toBeDefined();
  });
});
