import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultPlan, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { newHolder } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { callWsfe } from './wsfe-client.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());
afterEach(() => simulator.control.reset());

const plan = (kind: FaultPlan['kind'], more: Partial<FaultPlan> = {}) =>
  simulator.control.faults({ environment: 'live', target: 'wsfe', kind, ...more });
const dummy = () => callWsfe(simulator, 'live', 'FEDummy');

describe('a planned fault', () => {
  test('strikes one request by default, for its target and environment only', async () => {
    await plan('http-503');
    expect((await callWsfe(simulator, 'sandbox', 'FEDummy')).status).toBe(200);
    expect(await dummy()).toMatchObject({ status: 503, contentType: 'text/html; charset=utf-8' });
    expect((await dummy()).status).toBe(200);
  });

  test('strikes `count` requests, or all of them until a reset', async () => {
    await plan('html', { count: 2 });
    for (const contentType of [
      'text/html; charset=utf-8',
      'text/html; charset=utf-8',
      'text/xml; charset=utf-8',
    ]) {
      expect(await dummy()).toMatchObject({ status: 200, contentType });
    }
    await plan('http-503', { count: -1 });
    for (const status of [503, 503, 503]) expect((await dummy()).status).toBe(status);
    await simulator.control.reset();
    expect((await dummy()).status).toBe(200);
  });

  test('`reset` breaks the connection', async () => {
    await plan('reset');
    await expect(dummy()).rejects.toThrow('fetch failed');
  });

  test('`timeout` holds the connection until the client gives up', async () => {
    await plan('timeout');
    const url = `${simulator.url}/live/wsfev1/service.asmx`;
    const request = fetch(url, { method: 'POST', body: '', signal: AbortSignal.timeout(400) });
    await expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
    expect((await dummy()).status).toBe(200);
  });

  test('`truncated` cuts the document, with a clean end or a broken one', async () => {
    await plan('truncated');
    const { status, text } = await dummy();
    expect(status).toBe(200);
    expect(text).toMatch(/^<\?xml/);
    expect(text).not.toContain('</soap:Envelope>');
    await plan('truncated', { ending: 'broken' });
    await expect(dummy()).rejects.toThrow('terminated');
  });

  test('strikes the service’s description, without counting it', async () => {
    const description = () => fetch(`${simulator.url}/live/wsfev1/service.asmx?wsdl`);
    await plan('http-503');
    expect((await description()).status).toBe(503);
    expect((await dummy()).status).toBe(503);
    expect((await description()).status).toBe(200);
    await plan('fault');
    expect((await description()).status).toBe(200);
    expect((await simulator.control.stats()).live.wsfe_requests).toBe(1);
  });

  test('`fault` is a SOAP fault with the given code', async () => {
    const holder = await newHolder(simulator, 'live');
    await plan('fault', { target: 'wsaa', code: 'wsn.unavailable' });
    expect(await login(simulator, 'live', holder)).toMatchObject({ status: 500, code: 'wsn.unavailable' });
    await plan('fault', { target: 'wsaa' });
    expect((await login(simulator, 'live', holder)).code).toBe('wsaa.unavailable');
    await plan('fault');
    const answer = await dummy();
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('soap:Server');
  });

  test('`lost-answer` completes the request and loses its answer', async () => {
    const holder = await newHolder(simulator, 'live');
    await plan('lost-answer', { target: 'wsaa' });
    await expect(login(simulator, 'live', holder)).rejects.toThrow('fetch failed');
    expect((await simulator.control.stats()).live.logins).toBe(1);
    expect((await login(simulator, 'live', holder)).code).toBe('coe.alreadyAuthenticated');
  });

  test.each([{ kind: 'otro' }, { target: 'otro' }, { environment: 'otro' }, { count: 0 }])(
    'that is %o is refused',
    async (wrong) => {
      const body = JSON.stringify({ environment: 'live', target: 'wsfe', kind: 'reset', ...wrong });
      expect((await fetch(`${simulator.url}/control/faults`, { method: 'POST', body })).status).toBe(400);
    },
  );
});

test('the clock goes back to the days of the recordings, for decades to come', async () => {
  const twentyFiveYears = 25 * 365 * 86_400;
  await expect(simulator.control.clock(-twentyFiveYears)).resolves.toBeUndefined();
  await expect(simulator.control.clock(twentyFiveYears)).rejects.toMatchObject({ status: 400 });
});

test('the clock refuses an offset without a date', async () => {
  for (const offset_seconds of [1e300, '3600', null]) {
    const body = JSON.stringify({ offset_seconds });
    expect((await fetch(`${simulator.url}/control/clock`, { method: 'POST', body })).status).toBe(400);
  }
  expect((await dummy()).status).toBe(200);
});

test('stopping doesn’t wait for a connection that a fault holds open', async () => {
  const other = await startSimulator();
  await other.control.faults({ environment: 'live', target: 'wsaa', kind: 'timeout' });
  const url = `${other.url}/live/ws/services/LoginCms`;
  const held = fetch(url, { method: 'POST', body: '' }).catch(() => 'broken');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await other.stop();
  expect(await held).toBe('broken');
});
