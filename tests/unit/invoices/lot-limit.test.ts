import { expect, test } from 'vitest';
import { lotLimit } from '#lib/invoices/lot-limit.ts';
import { answering } from '../arca/server.ts';
import { answer, caller, errors } from '../arca/wsfe-answers.ts';

const day = 24 * 3_600_000;
const invoices = { environment: 'live', documentType: 1 } as const;

test('the authority is asked once a day for the size of a lot', async () => {
  const inDays = (days: number) => new Date(Date.now() + (10 + days) * day);
  const { url } = await answering(answer('FECompTotXRequest', '<RegXReq>40</RegXReq>'));
  const { url: later } = await answering(answer('FECompTotXRequest', '<RegXReq>60</RegXReq>'));
  expect(await lotLimit(caller(url), invoices, inDays(0))).toBe(40);
  expect(await lotLimit(caller(later), invoices, inDays(0.9))).toBe(40);
  expect(await lotLimit(caller(later), invoices, inDays(1.1))).toBe(60);
  // A clock that was set back.
  expect(await lotLimit(caller(url), invoices, inDays(-5))).toBe(40);
});

test.each([
  ['does not say', errors(['501', 'Error interno de base de datos']), 1],
  ['says none', '<RegXReq>0</RegXReq>', 1],
  ['takes more than a transaction should', '<RegXReq>9998</RegXReq>', 250],
])('the lot limit has a safe value where the authority %s', async (_, said, limit) => {
  const { url } = await answering(answer('FECompTotXRequest', said));
  const sandbox = { ...invoices, environment: 'sandbox' } as const;
  expect(await lotLimit(caller(url), sandbox, new Date(Date.now() + 20 * day))).toBe(limit);
});

test.each([201, 206, 213, 19, 21])(
  'credit invoices and exports (%d) go one by one without asking',
  async (documentType) => {
    expect(await lotLimit(caller('http://127.0.0.1:9'), { ...invoices, documentType })).toBe(1);
  },
);
