import { describe, expect, test } from 'vitest';
import { taxpayers } from '#app/api/apps/gov-ar/v1/authority.ts';
import { rateLimits } from '#lib/limits.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newAsker, newDelegate } from '#tests/support/delegate.ts';
import { formatCuit, newCuit } from '#tests/support/new-cuit.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const askWith = (key: string) => (cuit: string) =>
  callRoute(taxpayers.fetchTaxpayer, key, { params: { cuit } });

onDatabase('a taxpayer, through the API', () => {
  const asker = async () => askWith(await newApiKey((await newAsker(simulator)).ctx));

  test('is returned with its evidence and time, however the CUIT is written', async () => {
    const ask = await asker();
    const cuit = newCuit('30');
    await simulator.addTaxpayer('sandbox', { cuit, name: 'Corralón Norte S.A.', vat_status: 'monotributo' });
    const answer = await ask(`AR ${formatCuit(cuit)}`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        cuit,
        name: 'Corralón Norte S.A.',
        kind: 'company',
        state: 'active',
        vat_status: 'monotributo',
        vat_status_code: '6',
        vat_evidence: 'simplified-regime',
        address: { province: expect.any(String) },
        remarks: [],
      },
    });
    expect((await ask(cuit)).body).toEqual(answer.body);
  });

  test('has no more than the register', async () => {
    const { status, body } = await (await asker())('20093000006');
    expect(status).toBe(200);
    const { remarks, ...rest } = body;
    expect(rest).toEqual({
      cuit: '20093000006',
      name: expect.any(String),
      kind: 'person',
      state: 'inactive',
      read_at: expect.any(String),
    });
    expect(remarks.length).toBeGreaterThan(0);
  });

  test.each([
    ['30-12345678-2', 422, 'invalid'],
    ['1', 422, 'invalid'],
    ['30099000003', 404, 'taxpayer-unknown'],
  ])('is refused for the CUIT %s: %d', async (cuit, status, code) => {
    const { body, ...answer } = await (await asker())(cuit);
    expect([answer.status, body.code]).toEqual([status, code]);
    if (status === 422) expect(body.fields).toHaveProperty('cuit');
  });

  test('is unavailable while the register does not answer', async () => {
    const ask = await asker();
    await simulator.control.faults({ environment: 'sandbox', target: 'padron', kind: 'html', count: 1 });
    const { status, body, headers } = await ask(newCuit('30'));
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'authority-unavailable', '60']);
  });

  describe('is in conflict when', () => {
    test('the workspace has no delegate', async () => {
      const ask = askWith(await newApiKey(await newWorkspace()));
      const { status, body } = await ask(newCuit('30'));
      expect([status, body.code]).toEqual([409, 'no-delegate']);
    });

    test('the delegate’s certificate is not authorized for the register', async () => {
      const { ctx } = await newDelegate(simulator);
      const { status, body } = await askWith(await newApiKey(ctx))(newCuit('30'));
      expect([status, body.code]).toEqual([409, 'delegate-not-authorised']);
    });
  });

  test('has a limit per minute of look-ups at the authority, for all keys of a workspace', async () => {
    const { ctx } = await newAsker(simulator);
    const [one, other] = [askWith(await newApiKey(ctx)), askWith(await newApiKey(ctx))];
    const known = newCuit('30');
    expect((await one(known)).status).toBe(200);
    for (let left = rateLimits.register.points - 1; left > 0; left -= 1) {
      expect((await one(newCuit('30'))).status).toBe(200);
    }
    const { status, headers } = await other(newCuit('30'));
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await other(known)).status).toBe(200);
    expect((await (await asker())(newCuit('30'))).status).toBe(200);
  });
});
