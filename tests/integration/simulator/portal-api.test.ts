import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { type Applicant, company, newAlias, newApplicant, person } from './applicant.ts';

let simulator: RunningSimulator;
let applicant: Applicant;

beforeAll(async () => {
  simulator = await startSimulator();
  applicant = newApplicant();
});
afterAll(() => simulator.stop());

const issue = (environment: Environment, alias: string, csr = applicant.csr) =>
  simulator.issueCertificate(environment, { cuit: person, alias, csr });

describe('an alias', () => {
  const onlyLetters = 'El Nombre simbólico del DN sólo puede contener números y/o letras';

  test.each(['con_guion', 'con-guion', 'con espacio', 'acentuó'])('in sandbox can’t be %s', async (alias) => {
    await expect(issue('sandbox', alias)).rejects.toThrow(onlyLetters);
  });

  test.each(['facturacion-1', 'saas_bot'])('in live may be %s', async (alias) => {
    await expect(issue('live', alias)).resolves.toMatchObject({ alias });
  });

  test.each(['sandbox', 'live'] as const)(
    'exists once in %s, unless a certificate is added to it',
    async (environment) => {
      const alias = newAlias();
      const first = await issue(environment, alias);
      await expect(issue(environment, alias)).rejects.toMatchObject({
        status: 409,
        message: 'El ALIAS ya existe',
      });
      const input = { cuit: person, alias, csr: applicant.csr, adding_to_alias: true };
      const second = await simulator.issueCertificate(environment, input);
      expect(second.serial).not.toBe(first.serial);
    },
  );

  test('belongs to its taxpayer, and another may use the same', async () => {
    const alias = newAlias();
    await issue('live', alias);
    const input = { cuit: company, alias, csr: applicant.csr };
    await expect(simulator.issueCertificate('live', input)).resolves.toMatchObject({ alias });
  });
});

describe('a request', () => {
  const invalid = 'El Request enviado es inválido. Por favor revíselo';

  test('with a key of 1024 bits is invalid', async () => {
    const small = newApplicant({ bits: 1024 });
    await expect(issue('sandbox', newAlias(), small.csr)).rejects.toThrow(invalid);
  });

  test.each([
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
    ['any text', 'hola'],
    ['DER that ends early', Buffer.from('3082010a', 'hex').toString('latin1')],
  ])('that is %s is invalid', async (_what, csr) => {
    await expect(issue('live', newAlias(), csr)).rejects.toThrow(invalid);
  });

  test('altered after it was signed is invalid', async () => {
    const lines = applicant.csr.split(/\r?\n/);
    const body = Buffer.from(lines.slice(1, -2).join(''), 'base64');
    body[40] = (body[40] ?? 0) ^ 1;
    const altered = `${lines[0]}\n${body.toString('base64')}\n${lines.at(-2)}\n`;
    await expect(issue('live', newAlias(), altered)).rejects.toThrow(invalid);
  });
});

describe('the JSON API', () => {
  test('refuses a CUIT whose check digit is wrong', async () => {
    const input = { cuit: '20123456789', alias: newAlias(), csr: applicant.csr };
    await expect(simulator.issueCertificate('live', input)).rejects.toThrow('CUIT');
  });

  test('authorizes only an existing alias for an existing service', async () => {
    const alias = newAlias();
    const request = { cuit: person, alias, represented_cuit: company };
    await expect(simulator.authorise('sandbox', request)).rejects.toThrow('El ALIAS no existe');
    await issue('sandbox', alias);
    const mistaken = { ...request, service: 'wsfev1' };
    await expect(simulator.authorise('sandbox', mistaken)).rejects.toThrow('inexistente');
    await expect(simulator.authorise('sandbox', request)).resolves.toBeUndefined();
  });

  test('has points of sale by environment, each number once', async () => {
    const input = { cuit: company, number: 7, system: 'RECE' as const };
    for (const environment of ['live', 'sandbox'] as const) {
      await simulator.addPointOfSale(input, environment);
      await expect(simulator.addPointOfSale(input, environment)).rejects.toMatchObject({ status: 409 });
      const beyond = { ...input, number: 99_999 };
      await expect(simulator.addPointOfSale(beyond, environment)).rejects.toThrow('99998');
    }
  });

  test.each(['', '[]', '{"cuit":', '{}'])('answers 400 to the body «%s»', async (body) => {
    const url = `${simulator.url}/live/portal/api/certificates`;
    expect((await fetch(url, { method: 'POST', body })).status).toBe(400);
  });

  test('survives an oversized body and an unknown path', async () => {
    const url = `${simulator.url}/live/portal/api/certificates`;
    const tooLarge = await fetch(url, { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) }).then(
      ({ status }) => status,
      () => 413,
    );
    expect(tooLarge).toBe(413);
    expect((await fetch(`${simulator.url}/nada`)).status).toBe(404);
    expect((await fetch(`${simulator.url}/live/nada`)).status).toBe(404);
  });
});
