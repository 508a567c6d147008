import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childNamed, parseXml, textOf, type XmlElement } from '#simulator/soap/xml.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, otherCompany, person } from './applicant.ts';
import { askPadron, newPadronTicket, type PadronCredentials } from './padron-client.ts';

let simulator: RunningSimulator;
let credentials: Required<PadronCredentials>;

beforeAll(async () => {
  simulator = await startSimulator();
  credentials = await newPadronTicket(simulator, 'live');
});
afterAll(() => simulator.stop());

const ask = (cuit: string, operation = 'getPersona_v2') =>
  askPadron(simulator, 'live', operation, { credentials, people: [cuit] });

const body = (text: string) => childNamed(parseXml(text), 'Body')?.children[0];

async function read(cuit: string): Promise<XmlElement> {
  const { status, text } = await ask(cuit);
  const found = childNamed(body(text), 'personaReturn');
  if (status !== 200 || !found) throw new Error(text);
  return found;
}

const general = async (cuit: string) => childNamed(await read(cuit), 'datosGenerales');
const partsOf = (element: XmlElement | undefined) =>
  element?.children.map(({ localName }) => localName) ?? [];

/** By identifier, with what each one's state is. */
function taxesOf(element: XmlElement, regime: string) {
  const taxes =
    childNamed(element, regime)?.children.filter(({ localName }) => localName === 'impuesto') ?? [];
  return Object.fromEntries(taxes.map((tax) => [textOf(tax, 'idImpuesto'), textOf(tax, 'estadoImpuesto')]));
}

describe('the register answers by a CUIT’s digits', () => {
  test('for a registered company, always the same', async () => {
    const first = await read(company);
    expect(partsOf(first)).toEqual(['datosGenerales', 'datosRegimenGeneral', 'metadata']);
    expect(taxesOf(first, 'datosRegimenGeneral')).toEqual({ 10: 'AC', 30: 'AC' });
    const data = childNamed(first, 'datosGenerales');
    expect(textOf(data, 'tipoPersona')).toBe('JURIDICA');
    expect(textOf(data, 'estadoClave')).toBe('ACTIVO');
    expect(textOf(data, 'idPersona')).toBe(company);
    expect(textOf(data, 'razonSocial')).toMatch(/(S\.R\.L\.|S\.A\.|S\.A\.S\.)$/);
    expect(partsOf(childNamed(data, 'domicilioFiscal'))).toContain('direccion');
    expect(await general(company)).toEqual(data);
    expect(await general(otherCompany)).not.toEqual(data);
  });

  test('for persons: in the Monotributo, beside an employer’s taxes, or registered', async () => {
    const simplified = await read(person);
    expect(taxesOf(simplified, 'datosMonotributo')).toEqual({ 20: 'AC' });
    expect(taxesOf(simplified, 'datosRegimenGeneral')).toEqual({ 301: 'AC' });
    expect(childNamed(childNamed(simplified, 'datosMonotributo'), 'categoriaMonotributo')).toBeDefined();
    const data = childNamed(simplified, 'datosGenerales');
    expect(textOf(data, 'tipoPersona')).toBe('FISICA');
    expect(partsOf(data)).toEqual(expect.arrayContaining(['apellido', 'nombre']));
    expect(taxesOf(await read('20111111112'), 'datosRegimenGeneral')).toEqual({ 11: 'AC', 30: 'AC' });
  });

  test.each([
    ['exempt', '30091000004', { 10: 'AC', 32: 'AC' }],
    ['inactive', '30092000008', { 10: 'BA', 30: 'BA' }],
    ['without an address', '30095000009', { 10: 'AC', 30: 'AC' }],
    ['a company in the Monotributo', '30097000006', { 301: 'AC' }],
    ['in no regime', '30098000018', {}],
  ])('for one that is %s', async (what, cuit, taxes) => {
    const found = await read(cuit);
    expect(taxesOf(found, 'datosRegimenGeneral')).toEqual(taxes);
    const data = childNamed(found, 'datosGenerales');
    expect(textOf(data, 'estadoClave')).toBe(what === 'inactive' ? 'INACTIVO' : 'ACTIVO');
    expect(partsOf(data).includes('domicilioFiscal')).toBe(what !== 'without an address');
    expect(partsOf(found).includes('datosMonotributo')).toBe(what === 'a company in the Monotributo');
    expect(partsOf(found).includes('errorRegimenGeneral')).toBe(what === 'in no regime');
  });

  test('for a withheld certificate of registration: the reasons alone, or beside the data', async () => {
    const withheld = await read('20093000006');
    expect(partsOf(withheld)).toEqual(['errorConstancia', 'metadata']);
    expect(partsOf(childNamed(withheld, 'errorConstancia'))).toEqual([
      'apellido',
      'error',
      'error',
      'idPersona',
      'nombre',
    ]);
    const objected = await read('20094000018');
    expect(partsOf(objected)).toEqual(expect.arrayContaining(['datosGenerales', 'errorConstancia']));
    expect(textOf(childNamed(objected, 'errorConstancia'), 'error')).toBe('Domicilio Incompleto');
  });

  test('for names with a character reference, and a street that keeps one after parsing', async () => {
    const { text } = await ask('27096000001');
    expect(text).toContain('<apellido>PE&#209;A</apellido>');
    const data = await general('27096000001');
    expect(textOf(data, 'apellido')).toBe('PEÑA');
    expect(textOf(childNamed(data, 'domicilioFiscal'), 'direccion')).toContain('SAENZ PE&#209;A');
  });

  test.each(['30099000003', '30123456782', '123'])('for %s, which nobody has', async (cuit) => {
    const { status, text, fault } = await ask(cuit);
    expect(status).toBe(500);
    expect(fault).toBe('No existe persona con ese Id');
    expect(text).toContain(
      '<detail><ns1:SRValidationException xmlns:ns1="http://a5.soap.ws.server.puc.sr/"/></detail>',
    );
  });

  test('for many at once, in their order, also with an unknown one', async () => {
    const people = [company, '30099000003', person];
    const { status, text } = await askPadron(simulator, 'live', 'getPersonaList_v2', { credentials, people });
    expect(status).toBe(200);
    const list = childNamed(body(text), 'personaListReturn');
    expect(partsOf(list)).toEqual(['metadata', 'persona', 'persona', 'persona']);
    const [, first, missing, last] = list?.children ?? [];
    expect(textOf(childNamed(first, 'datosGenerales'), 'idPersona')).toBe(company);
    expect(partsOf(missing)).toEqual(['errorConstancia']);
    expect(textOf(childNamed(missing, 'errorConstancia'), 'error')).toBe('No existe persona con ese Id');
    expect(textOf(childNamed(last, 'datosGenerales'), 'idPersona')).toBe(person);
    const tooMany = Array.from({ length: 251 }, () => company);
    const refused = await askPadron(simulator, 'live', 'getPersonaList_v2', { credentials, people: tooMany });
    expect(refused.status).toBe(500);
  });
});

describe('a taxpayer set by a script', () => {
  test('replaces the generated data, and leaves the rest to the digits', async () => {
    const cuit = newCuit('30');
    const before = await general(cuit);
    await simulator.addTaxpayer('live', { cuit, name: 'Ñandú & Cía. S.R.L.', address: 'Mitre 1' });
    const after = await general(cuit);
    expect(textOf(after, 'razonSocial')).toBe('Ñandú & Cía. S.R.L.');
    expect(textOf(childNamed(after, 'domicilioFiscal'), 'direccion')).toBe('Mitre 1');
    expect(textOf(after, 'fechaContratoSocial')).toBe(textOf(before, 'fechaContratoSocial'));
    const other = await newPadronTicket(simulator, 'sandbox');
    const elsewhere = await askPadron(simulator, 'sandbox', 'getPersona_v2', {
      credentials: other,
      people: [cuit],
    });
    expect(elsewhere.text).not.toContain('&#209;and');
  });

  test('has its kind, its state and its VAT status', async () => {
    const cuit = newCuit('27');
    await simulator.addTaxpayer('live', { cuit, name: 'Ana Inés Beltrán', vat_status: 'exempt' });
    expect(taxesOf(await read(cuit), 'datosRegimenGeneral')).toEqual({ 11: 'AC', 32: 'AC' });
    const data = await general(cuit);
    expect([textOf(data, 'nombre'), textOf(data, 'apellido')]).toEqual(['Ana Inés', 'Beltrán']);
    await simulator.addTaxpayer('live', {
      cuit,
      kind: 'company',
      state: 'INACTIVO',
      vat_status: 'registered',
    });
    const changed = await read(cuit);
    expect(taxesOf(changed, 'datosRegimenGeneral')).toEqual({ 10: 'BA', 30: 'BA' });
    expect(textOf(childNamed(changed, 'datosGenerales'), 'tipoPersona')).toBe('JURIDICA');
    expect(textOf(childNamed(changed, 'datosGenerales'), 'estadoClave')).toBe('INACTIVO');
  });

  test('exists or not as set', async () => {
    const cuit = newCuit('30');
    await simulator.addTaxpayer('live', { cuit, exists: false });
    expect((await ask(cuit)).fault).toBe('No existe persona con ese Id');
    await simulator.addTaxpayer('live', { cuit: '30099000003', exists: true });
    expect(textOf(await general('30099000003'), 'idPersona')).toBe('30099000003');
    await simulator.addTaxpayer('live', { cuit: '30099000003' });
  });

  test.each([{ kind: 'otro' }, { state: 'activo' }, { vat_status: 6 }, { exists: 'no' }])(
    'with %o is refused',
    async (wrong) => {
      const url = `${simulator.url}/live/portal/api/taxpayers`;
      const told = JSON.stringify({ cuit: company, ...wrong });
      expect((await fetch(url, { method: 'POST', body: told })).status).toBe(400);
    },
  );
});
