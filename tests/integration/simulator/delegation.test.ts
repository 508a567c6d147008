import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCuit } from '#tests/support/new-cuit.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { type Holder, newHolder, person as owner } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';

let simulator: RunningSimulator;
let supplier: string;
let platform: Holder;

const administrator = '27123456780';

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  supplier = newCuit('30');
  const cuit = newCuit('30');
  platform = await newHolder(simulator, 'live', { cuit, represented: [cuit] });
});

const delegation = (cuit: string) => ({
  cuit,
  represented_cuit: supplier,
  delegate_cuit: platform.cuit,
});
const relation = () => ({ cuit: platform.cuit, alias: platform.alias, represented_cuit: supplier });

const notRelated = {
  code: '600',
  message: expect.stringContaining('No aparecio CUIT en lista de relaciones'),
};
const granted = { code: '602' };

/** What WSFE says of the supplier to who holds a ticket. */
const askWith = ({ token, sign }: { token: string; sign: string }) =>
  callWsfe(simulator, 'live', 'FEParamGetPtosVenta', authXml({ token, sign, cuit: supplier }));

async function newTicket() {
  await simulator.control.reset();
  return login(simulator, 'live', platform);
}

async function delegateFully() {
  await simulator.delegate(delegation(owner));
  await simulator.acceptDelegation(delegation(administrator));
  await simulator.authorise('live', relation());
}

describe('a delegation in live', () => {
  test('has no effect before its acceptance, before the alias is related, and in an old ticket', async () => {
    const old = await newTicket();
    expect(await askWith(old)).toMatchObject(notRelated);
    await simulator.delegate(delegation(owner));
    expect(await askWith(await newTicket())).toMatchObject(notRelated);
    await simulator.acceptDelegation(delegation(administrator));
    const beforeRelated = await newTicket();
    expect(await askWith(beforeRelated)).toMatchObject(notRelated);
    await simulator.authorise('live', relation());
    expect(await askWith(beforeRelated)).toMatchObject(notRelated);
    expect(await askWith(old)).toMatchObject(notRelated);
    expect(await askWith(await newTicket())).toMatchObject(granted);
  });

  test('has an order: another company’s alias can be related after designation and acceptance only', async () => {
    const relate = () => simulator.authorise('live', relation());
    await expect(simulator.acceptDelegation(delegation(administrator))).rejects.toMatchObject({
      status: 404,
    });
    await expect(relate()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('no designó'),
    });
    await simulator.delegate(delegation(owner));
    await expect(relate()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('no fue aceptada'),
    });
    await simulator.acceptDelegation(delegation(administrator));
    await expect(simulator.authorise('live', { ...relation(), service: 'wsfex' })).rejects.toMatchObject({
      status: 409,
    });
    await expect(relate()).resolves.toBeUndefined();
  });

  test('stays one when it is made, accepted and related twice', async () => {
    await delegateFully();
    await delegateFully();
    expect(await askWith(await newTicket())).toMatchObject(granted);
  });

  test('ends with the designation and its relation, except in the old ticket', async () => {
    await delegateFully();
    const ticket = await newTicket();
    await simulator.withdrawDelegation(delegation(owner));
    expect(await askWith(ticket)).toMatchObject(granted);
    const next = await newTicket();
    expect(next.status).toBe(200);
    expect(await askWith(next)).toMatchObject(notRelated);
    await expect(simulator.authorise('live', relation())).rejects.toMatchObject({ status: 409 });
    await simulator.withdrawDelegation(delegation(owner));
  });

  test('ends with the relation alone, and returns with it', async () => {
    await delegateFully();
    await simulator.withdrawAuthorisation('live', relation());
    expect(await askWith(await newTicket())).toMatchObject(notRelated);
    await simulator.authorise('live', relation());
    expect(await askWith(await newTicket())).toMatchObject(granted);
  });

  test('can be made by a person only, to somebody else, and for an existing service', async () => {
    await expect(simulator.delegate(delegation(supplier))).rejects.toThrow('Clave Fiscal');
    await expect(simulator.delegate({ ...delegation(owner), delegate_cuit: supplier })).rejects.toThrow(
      'El dador de la autorización no debe ser igual al autorizado',
    );
    await expect(simulator.delegate({ ...delegation(owner), service: 'wsfev1' })).rejects.toThrow(
      'inexistente',
    );
    await expect(simulator.delegate({ ...delegation(owner), delegate_cuit: '30-1' })).rejects.toThrow('CUIT');
  });
});

test('an alias can be related by a person to a represented company, and to no other', async () => {
  const holder = await newHolder(simulator, 'live', { cuit: owner, represented: [] });
  const relate = () =>
    simulator.authorise('live', { cuit: owner, alias: holder.alias, represented_cuit: supplier });
  await simulator.addTaxpayer('live', { cuit: supplier, represented_by: [administrator] });
  await expect(relate()).rejects.toMatchObject({ status: 409 });
  await simulator.addTaxpayer('live', { cuit: supplier, represented_by: [owner] });
  await expect(relate()).resolves.toBeUndefined();
});

test('the sandbox has no acceptance, and an authorization can be withdrawn', async () => {
  const holder = await newHolder(simulator, 'sandbox', { represented: [supplier] });
  const body = JSON.stringify({ ...delegation(owner), service: 'wsfe' });
  const answer = await fetch(`${simulator.url}/sandbox/portal/api/delegations`, { method: 'POST', body });
  expect(answer.status).toBe(404);
  expect((await login(simulator, 'sandbox', holder)).status).toBe(200);
  await simulator.control.reset();
  await simulator.withdrawAuthorisation('sandbox', {
    cuit: holder.cuit,
    alias: holder.alias,
    represented_cuit: supplier,
  });
  expect((await login(simulator, 'sandbox', holder)).code).toBe('coe.notAuthorized');
});
