import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder, otherCompany } from './applicant.ts';
import { type LoginAnswer, login } from './wsaa-client.ts';
import { authXml, soapEnvelope, type WsfeAuth } from './wsfe-client.ts';
import { argentineToday, callWsfex, exportXml, postWsfex, wsfexNamespace } from './wsfex-client.ts';

let simulator: RunningSimulator;
let live: LoginAnswer;
let sandbox: LoginAnswer;
let domestic: LoginAnswer;

beforeAll(async () => {
  simulator = await startSimulator();
  live = await loggedIn('live');
  sandbox = await loggedIn('sandbox');
  domestic = await login(simulator, 'live', await newHolder(simulator, 'live'));
  await simulator.addPointOfSale({ cuit: company, number: 5, system: 'FEEWS' });
});
afterAll(() => simulator.stop());
afterEach(() => simulator.control.reset());

/** Authorized for wsfex, in the name of the company. */
async function loggedIn(environment: 'sandbox' | 'live') {
  const holder = await newHolder(simulator, environment, { represented: [] });
  const { cuit, alias } = holder;
  await simulator.authorise(environment, { cuit, alias, represented_cuit: company, service: 'wsfex' });
  return login(simulator, environment, holder, { service: 'wsfex' });
}

type Environment = 'sandbox' | 'live';
const pick = ({ token, sign }: LoginAnswer) => ({ token, sign });
const authOf = (environment: Environment, changes: WsfeAuth = {}) =>
  authXml({ ...pick(environment === 'live' ? live : sandbox), cuit: company, ...changes });
const ask = (operation: string, content = '', environment: Environment = 'sandbox') =>
  callWsfex(simulator, environment, operation, authOf(environment) + content);
const authorise = (changes: Record<string, string | number>, environment: Environment = 'sandbox') =>
  ask('FEXAuthorize', exportXml(changes), environment);
/** The parameters of FEXGetLast_CMP stand inside Auth. */
const last = (pointOfSale: number | string, type: number | string, environment: Environment = 'sandbox') =>
  callWsfex(
    simulator,
    environment,
    'FEXGetLast_CMP',
    authOf(environment).replace(
      '</Auth>',
      `<Pto_venta>${pointOfSale}</Pto_venta><Cbte_Tipo>${type}</Cbte_Tipo></Auth>`,
    ),
  );
const getCmp = (pointOfSale: number, number: number, environment: Environment = 'sandbox') =>
  ask(
    'FEXGetCMP',
    `<Cmp><Cbte_tipo>19</Cbte_tipo><Punto_vta>${pointOfSale}</Punto_vta><Cbte_nro>${number}</Cbte_nro></Cmp>`,
    environment,
  );

const none = '<FEXErr><ErrCode>0</ErrCode><ErrMsg>OK</ErrMsg></FEXErr>';
const noEvent = '<FEXEvents><EventCode>0</EventCode><EventMsg>Ok</EventMsg></FEXEvents>';

let ids = 1000;
/** An `Id` that no other request of the file has. */
function newId(): number {
  ids += 1;
  return ids;
}

describe('FEXDummy', () => {
  test.each([
    ['1.1', 'text/xml; charset=utf-8'],
    ['1.2', 'application/soap+xml; charset=utf-8'],
  ] as const)('answers OK three times in SOAP %s, and nothing else', async (version, contentType) => {
    const answer = await callWsfex(simulator, 'sandbox', 'FEXDummy', '', { version });
    expect(answer).toMatchObject({ status: 200, contentType });
    expect(answer.text).toContain(
      '<FEXDummyResult><AppServer>OK</AppServer><DbServer>OK</DbServer><AuthServer>OK</AuthServer></FEXDummyResult>',
    );
  });

  test.each([
    ['sandbox', 'Homologacion-Ext - srext'],
    ['live', 'Produccion - sre05'],
  ] as const)('names the environment of %s in its header', async (environment, name) => {
    const { text } = await callWsfex(simulator, environment, 'FEXDummy');
    expect(text).toMatch(
      new RegExp(`<FEHeaderInfo xmlns="${wsfexNamespace}"><ambiente>${name}</ambiente><fecha>.*</fecha><id>`),
    );
  });
});

describe('the credentials', () => {
  const good = () => ({ ...pick(live), cuit: company });
  const words = 'Usuario no autorizado a realizar esta operacion. ';
  const lastId = (auth: WsfeAuth) => callWsfex(simulator, 'live', 'FEXGetLast_ID', authXml(auth));

  test('without Auth are error 1000, with HTTP 200 and no result', async () => {
    const answer = await callWsfex(simulator, 'live', 'FEXGetLast_ID');
    expect(answer).toMatchObject({ status: 200, code: '1000', message: words });
    expect(answer.text).toContain(`<FEXGetLast_IDResult><FEXErr><ErrCode>1000</ErrCode>`);
  });

  test.each([
    ['a token that is no base64', () => ({ ...good(), token: 'á' }), 'convertir de Base64 al token: á'],
    ['a token that is no XML', () => ({ ...good(), token: 'aG9sYQ==' }), 'No validó la firma digital. '],
    [
      'a ticket of the other environment',
      () => ({ ...good(), ...pick(sandbox) }),
      'No validó la firma digital. ',
    ],
    [
      'a sign of another key',
      () => ({ ...good(), sign: forged(live.token) }),
      'No validó la firma digital. ',
    ],
    [
      'a ticket of another service',
      () => ({ ...good(), ...pick(domestic) }),
      'Id Sistema de token es: wsfe)',
    ],
  ])('with %s are error 1000', async (_what, auth, message) => {
    const answer = await lastId(auth());
    expect(answer).toMatchObject({ status: 200, code: '1000' });
    expect(answer.message.startsWith(`${words}ValidacionDeToken: `)).toBe(true);
    expect(answer.message).toContain(message);
  });

  test.each([otherCompany, '0'])('of a CUIT that is not represented (%s) are error 1001', async (cuit) => {
    expect(await lastId({ ...good(), cuit })).toMatchObject({
      code: '1001',
      message: 'Cuit solicitante no se encuentra entre sus representados',
    });
  });

  test('without a CUIT are error 1002 for an authorization', async () => {
    const auth = authXml({ ...good(), cuit: '0' });
    expect((await callWsfex(simulator, 'live', 'FEXAuthorize', auth + exportXml())).code).toBe('1002');
  });

  test('have their signature checked before their dates, unlike in WSFE', async () => {
    await simulator.control.clock(12 * 3600 + 60);
    expect((await lastId({ ...good(), sign: forged(live.token) })).message).toContain('firma digital');
    expect((await lastId(good())).message).toMatch(
      /No validaron las fechas del token GenTime, ExpTime, NowUTC: \d+ \(\d+\/.* [AP]M\), \d+ \(.*\), .* [AP]M$/,
    );
  });

  test('with a CUIT that is no number are a SOAP fault, with the header', async () => {
    const answer = await lastId({ ...good(), cuit: 'hola' });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('<faultcode>soap:Client</faultcode>');
    expect(answer.text).toContain('<FEHeaderInfo');
  });
});

describe('the envelope', () => {
  test('with an unknown SOAPAction is a SOAP fault without the header', async () => {
    const headers = { soapaction: '"urn:otra"' };
    const answer = await callWsfex(simulator, 'live', 'FEXDummy', '', { headers });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('Server did not recognize the value of HTTP Header SOAPAction: urn:otra.');
    expect(answer.text).not.toContain('<FEHeaderInfo');
  });

  test.each([
    ['in another namespace', `<FEXGetLast_ID xmlns="urn:otra">AUTH</FEXGetLast_ID>`],
    ['of another name', `<FEXGetLastID xmlns="${wsfexNamespace}">AUTH</FEXGetLastID>`],
    ['whose parameters are in none', `<w:FEXGetLast_ID xmlns:w="${wsfexNamespace}">AUTH</w:FEXGetLast_ID>`],
  ])('with an operation %s has no credentials', async (_what, content) => {
    const body = soapEnvelope(content.replace('AUTH', authOf('live')));
    const headers = { soapaction: `"${wsfexNamespace}FEXGetLast_ID"` };
    expect(await postWsfex(simulator, 'live', body, headers)).toMatchObject({ status: 200, code: '1000' });
  });

  test('that is no XML is a 400 without a body', async () => {
    expect(await postWsfex(simulator, 'live', '<a><b></a>')).toMatchObject({ status: 400, text: '' });
  });
});

describe('FEXAuthorize', () => {
  test('gives a CAE that expires on the voucher’s day', async () => {
    const Id = newId();
    const { text } = await authorise({ Id, Punto_vta: 10 });
    const today = argentineToday();
    expect(text).toMatch(
      new RegExp(
        `<FEXResultAuth><Id>${Id}</Id><Cuit>${company}</Cuit><Cbte_tipo>19</Cbte_tipo><Punto_vta>10</Punto_vta>` +
          `<Cbte_nro>1</Cbte_nro><Cae>\\d{14}</Cae><Fch_venc_Cae>${today}</Fch_venc_Cae><Fch_cbte>${today}</Fch_cbte>` +
          `<Resultado>A</Resultado><Reproceso>N</Reproceso><Motivos_Obs /></FEXResultAuth>${none}${noEvent}`,
      ),
    );
    expect(text.endsWith('</soap:Envelope>\r\n')).toBe(true);
  });

  test('answers one error at a time, without a verdict', async () => {
    const answer = await authorise({ Id: newId(), Punto_vta: 11, Moneda_ctz: 1, Cliente: '' });
    expect(answer).toMatchObject({ status: 200, code: '1667' });
    expect(answer.text).toContain('<FEXAuthorizeResult><FEXErr>');
    expect(answer.text).toContain(noEvent);
    expect((await authorise({ Id: newId(), Punto_vta: 11, Cliente: '' })).code).toBe('1650');
  });

  test('gives the same answer to the same Id again, whatever else it contains', async () => {
    const Id = newId();
    const caeIn = (text: string) => /<Cae>(\d{14})</.exec(text)?.[1];
    const first = await authorise({ Id, Punto_vta: 12 });
    const again = await authorise({ Id, Punto_vta: 12 });
    expect(again.text).toContain('<Reproceso>S</Reproceso>');
    const other = await authorise({ Id, Punto_vta: 13, Cbte_nro: 7, Imp_total: 1 });
    expect(other.text).toContain('<Punto_vta>12</Punto_vta><Cbte_nro>1</Cbte_nro>');
    expect(other.text).toContain('<Reproceso>S</Reproceso>');
    expect(new Set([first, again, other].map(({ text }) => caeIn(text))).size).toBe(1);
    expect((await last(12, 19)).text).toContain('<Cbte_nro>1</Cbte_nro>');
  });

  test('accepts the Id of a refused request', async () => {
    const Id = newId();
    expect((await authorise({ Id, Punto_vta: 14, Imp_total: 1 })).code).toBe('1610');
    expect((await authorise({ Id, Punto_vta: 14 })).text).toContain('<Reproceso>N</Reproceso>');
  });

  test('refuses a number out of sequence', async () => {
    expect(await authorise({ Id: newId(), Punto_vta: 15, Cbte_nro: 2 })).toMatchObject({
      code: '1535',
      message: 'El numero de comprobante no se corresponde con el proximo a autorizar',
    });
  });

  test('gives a voucher without a date today’s date', async () => {
    const { text } = await authorise({ Id: newId(), Punto_vta: 16, Fecha_cbte: '' });
    expect(text).toContain(`<Fch_cbte>${argentineToday()}</Fch_cbte>`);
  });

  test('gives a voucher paid in its currency the official rate, if it has none', async () => {
    const changes = { Id: newId(), Punto_vta: 17, Moneda_ctz: '', CanMisMonExt: 'S' };
    expect((await authorise(changes)).text).toContain('<Resultado>A</Resultado>');
    expect((await getCmp(17, 1)).text).toContain(
      '<Moneda_ctz>1450</Moneda_ctz><CanMisMonExt>S</CanMisMonExt>',
    );
  });

  test('needs Permiso_existente, if only an empty one', async () => {
    const content = exportXml({ Id: newId(), Punto_vta: 18 }).replace('<Permiso_existente />', '');
    expect(await ask('FEXAuthorize', content)).toMatchObject({
      code: '1550',
      message: 'Campo Permiso_existente madatorio: Debe ser S, N o vacio (debe enviarse tag)',
    });
  });

  test('rejects a receiver with an inactive CUIT with a verdict', async () => {
    await simulator.addTaxpayer('sandbox', { cuit: otherCompany, state: 'INACTIVO' });
    const { text, code } = await authorise({ Id: newId(), Punto_vta: 19, Cuit_pais_cliente: otherCompany });
    expect(code).toBe('0');
    expect(text).toMatch(
      /<Cae \/><Fch_venc_Cae \/><Fch_cbte>\d{8}<\/Fch_cbte><Resultado>R<.*<Motivos_Obs>21<\/Motivos_Obs>/,
    );
    expect((await last(19, 19)).text).toContain('<Cbte_nro>0</Cbte_nro>');
  });

  test('authorizes goods, and a credit note of more than them with an observation', async () => {
    const goods = {
      Tipo_expo: 1,
      Permiso_existente: 'S',
      Permisos: '<Permiso><Id_permiso>26001EC01000123A</Id_permiso><Dst_merc>212</Dst_merc></Permiso>',
      Incoterms: 'FOB',
      Fecha_pago: '',
    };
    const invoice = await authorise({ Id: newId(), Punto_vta: 20, ...goods });
    expect(invoice.text).toContain('<Resultado>A</Resultado>');
    const found = await getCmp(20, 1);
    expect(found.text).toContain(
      '<Permiso_existente>S</Permiso_existente><Permisos><Permiso><Id_permiso>26001EC01000123A</Id_permiso>' +
        '<Dst_merc>212</Dst_merc></Permiso></Permisos><Dst_cmp>212</Dst_cmp>',
    );
    const { text } = await authorise({
      Id: newId(),
      Punto_vta: 20,
      Cbte_Tipo: 21,
      Tipo_expo: 1,
      Forma_pago: '',
      Fecha_pago: '',
      Cmps_asoc:
        '<Cmp_asoc><Cbte_tipo>19</Cbte_tipo><Cbte_punto_vta>20</Cbte_punto_vta><Cbte_nro>1</Cbte_nro></Cmp_asoc>',
      Imp_total: 201,
      Items:
        '<Item><Pro_ds>Vino</Pro_ds><Pro_qty>1</Pro_qty><Pro_umed>7</Pro_umed><Pro_precio_uni>201</Pro_precio_uni>' +
        '<Pro_total_item>201</Pro_total_item></Item>',
    });
    expect(text).toContain('<Resultado>A</Resultado><Reproceso>N</Reproceso><Motivos_Obs>17</Motivos_Obs>');
  });

  test('refuses a second request of a series while one is under way', async () => {
    await simulator.control.processing(300);
    const changes = { Punto_vta: 21 };
    const answers = await Promise.all([
      authorise({ ...changes, Id: newId() }),
      authorise({ ...changes, Id: newId() }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '502']);
    expect(answers.find(({ code }) => code === '502')?.message).toContain('Transacción Activa');
  });

  test('in live needs a point of sale for exports, and a registered exporter for goods', async () => {
    expect((await authorise({ Id: newId(), Punto_vta: 6 }, 'live')).code).toBe('1510');
    await simulator.addPointOfSale({ cuit: company, number: 6, system: 'RECE' });
    expect((await authorise({ Id: newId(), Punto_vta: 6 }, 'live')).code).toBe('1510');
    expect((await authorise({ Id: newId() }, 'live')).text).toContain('<Resultado>A</Resultado>');
    const goods = { Cbte_nro: 2, Tipo_expo: 1, Permiso_existente: 'N', Incoterms: 'FOB', Fecha_pago: '' };
    await simulator.addTaxpayer('live', { cuit: company, exporter: false });
    expect((await authorise({ ...goods, Id: newId() }, 'live')).code).toBe('1668');
    await simulator.addTaxpayer('live', { cuit: company, exporter: true });
    expect((await authorise({ ...goods, Id: newId() }, 'live')).text).toContain('<Resultado>A</Resultado>');
  });

  test('refuses an issuer with a problem with 1014 and the cause', async () => {
    await simulator.control.issuer('sandbox', company, '05');
    const { code, message } = await authorise({ Id: newId(), Punto_vta: 22 });
    expect(code).toBe('1014');
    expect(message).toMatch(/ACTIVA|activ/i);
  });

  test('answers a field that is no number with a SOAP fault', async () => {
    const answer = await authorise({ Id: newId(), Punto_vta: 23, Imp_total: 'doscientos' });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('Server was unable to read request.');
  });
});

describe('FEXGetLast_CMP', () => {
  test('is 0 before the first voucher, then its number and date', async () => {
    const empty = await last(40, 19);
    expect(empty.text).toContain(
      `<FEXResult_LastCMP><Cbte_nro>0</Cbte_nro></FEXResult_LastCMP>${none}${noEvent}`,
    );
    await authorise({ Id: newId(), Punto_vta: 40 });
    expect((await last(40, 19)).text).toContain(
      `<Cbte_nro>1</Cbte_nro><Cbte_fecha>${argentineToday()}</Cbte_fecha>`,
    );
    expect((await last(40, 20)).text).toContain('<Cbte_nro>0</Cbte_nro>');
  });

  test('reads its parameters inside Auth only', async () => {
    const beside = '<Pto_venta>40</Pto_venta><Cbte_Tipo>19</Cbte_Tipo>';
    expect((await ask('FEXGetLast_CMP', beside)).code).toBe('1606');
  });

  test('refuses another service’s document type and point of sale', async () => {
    expect((await last(5, 1, 'live')).code).toBe('1606');
    expect((await last(7, 19, 'live')).code).toBe('1607');
    expect((await last(0, 19)).code).toBe('1607');
    expect((await last(5, 19, 'live')).code).toBe('0');
  });
});

test('FEXGetLast_ID is the highest Id of an authorized request', async () => {
  const lastId = async (auth: string) =>
    /<Id>(\d+)<\/Id>/.exec((await callWsfex(simulator, 'sandbox', 'FEXGetLast_ID', auth)).text)?.[1];
  const Id = newId() + 500_000;
  await authorise({ Id, Punto_vta: 41 });
  await authorise({ Id: Id + 1, Punto_vta: 41, Imp_total: 1 });
  expect(await lastId(authOf('sandbox'))).toBe(String(Id));
  const holder = await newHolder(simulator, 'sandbox', { represented: [] });
  const { cuit, alias } = holder;
  await simulator.authorise('sandbox', { cuit, alias, represented_cuit: otherCompany, service: 'wsfex' });
  const { token, sign } = await login(simulator, 'sandbox', holder, { service: 'wsfex' });
  expect(await lastId(authXml({ token, sign, cuit: otherCompany }))).toBe('0');
});

describe('FEXGetCMP', () => {
  test('returns the voucher as sent, without its empty elements, and its CAE', async () => {
    const Id = newId();
    const cae = /<Cae>(\d{14})</.exec((await authorise({ Id, Punto_vta: 50 })).text)?.[1];
    const { text } = await getCmp(50, 1);
    const today = argentineToday();
    expect(text).toContain(
      `<FEXResultGet><Id>${Id}</Id><Fecha_cbte>${today}</Fecha_cbte><Cbte_tipo>19</Cbte_tipo><Punto_vta>50</Punto_vta>` +
        '<Cbte_nro>1</Cbte_nro><Tipo_expo>2</Tipo_expo><Dst_cmp>212</Dst_cmp><Cliente>Acme Inc.</Cliente>' +
        '<Cuit_pais_cliente>55000002126</Cuit_pais_cliente><Domicilio_cliente>1 Main St, Springfield</Domicilio_cliente>' +
        '<Moneda_Id>DOL</Moneda_Id><Moneda_ctz>1450</Moneda_ctz><Imp_total>200</Imp_total>' +
        '<Forma_pago>Transferencia</Forma_pago><Idioma_cbte>2</Idioma_cbte><Items><Item>',
    );
    expect(text).toContain(
      `</Item></Items><Fch_venc_Cae>${today}</Fch_venc_Cae><Cae>${cae}</Cae><Resultado>A</Resultado><Motivos_Obs />` +
        `<Fecha_pago>${today}</Fecha_pago></FEXResultGet>${none}`,
    );
  });

  test('of a number that is not there is 1020, with a voucher of zeros', async () => {
    const answer = await getCmp(51, 1);
    expect(answer).toMatchObject({ status: 200, code: '1020', message: 'Comprobante inexistente' });
    expect(answer.text).toContain('<FEXResultGet><Id>0</Id><Cbte_tipo>0</Cbte_tipo>');
  });
});

describe('FEXCheck_Permiso', () => {
  const check = (id: string, destination: string) =>
    ask('FEXCheck_Permiso', `<ID_Permiso>${id}</ID_Permiso><Dst_merc>${destination}</Dst_merc>`);

  test('is OK for a permit with the form of one, unless its number is zero', async () => {
    expect((await check('26001EC01000123A', '212')).text).toContain('<Status>OK</Status>');
    expect((await check('26001EC01000000A', '212')).text).toContain('<Status>NO</Status>');
    expect((await check('hola', '212')).text).toContain('<Status>NO</Status>');
  });

  test.each([
    ['', '212'],
    ['26001EC01000123A', '0'],
  ])('with the permit «%s» and the destination %s is 1810', async (id, destination) => {
    expect((await check(id, destination)).code).toBe('1810');
  });
});

describe('the tables', () => {
  test('of points of sale is empty without one, and lists those for exports', async () => {
    expect((await ask('FEXGetPARAM_PtoVenta')).text).toContain(
      `<FEXGetPARAM_PtoVentaResult><FEXResultGet />${none}`,
    );
    await simulator.addPointOfSale({ cuit: company, number: 8, system: 'RECE' });
    await simulator.addPointOfSale({ cuit: company, number: 9, system: 'FEEWS' });
    const { text } = await ask('FEXGetPARAM_PtoVenta', '', 'live');
    expect([...text.matchAll(/<Pve_Nro>(\d+)</g)].map(([, number]) => number)).toEqual(['5', '9']);
    expect(text).toContain('<Pve_Bloqueado>N</Pve_Bloqueado><Pve_FchBaja>NULL</Pve_FchBaja>');
  });

  test('of activities has that of the issuer', async () => {
    expect((await ask('FEXGetPARAM_Actividades')).text).toContain('<Id>620100</Id><Orden>1</Orden>');
  });

  test('of optional data has those of simplified exports', async () => {
    const { text } = await ask('FEXGetPARAM_Opcionales');
    expect([...text.matchAll(/<Opc_Id>(\d+)</g)].map(([, id]) => id)).toEqual(['2401', '2402']);
  });
});

describe('the rates', () => {
  const rate = (currency: string, day = '') =>
    ask('FEXGetPARAM_Ctz', `<Mon_id>${currency}</Mon_id>${day && `<FchCotiz>${day}</FchCotiz>`}`);

  test('are those of the last working day, or of a past one', async () => {
    expect((await rate('DOL')).text).toMatch(/<Mon_ctz>1450\.0000<\/Mon_ctz><Mon_fecha>\d{8}</);
    // A Thursday and a Sunday.
    expect((await rate('DOL', '2026-01-15')).text).toContain('<Mon_fecha>20260115<');
    expect((await rate('DOL', '2026-01-18')).text).toContain('<Mon_fecha>20260116<');
  });

  test('of an unknown currency, of pesos and of a badly written day are errors', async () => {
    expect(await rate('XXX')).toMatchObject({
      code: '1800',
      message: 'Codigo de moneda (XXX) inexistente o SIN cotización',
    });
    expect((await rate('PES')).code).toBe('1800');
    expect((await rate('DOL', '20260115')).code).toBe('1003');
  });

  test('of a day are listed with the working day before it', async () => {
    const list = (day: string) => ask('FEXGetPARAM_MON_CON_COTIZACION', `<Fecha_CTZ>${day}</Fecha_CTZ>`);
    expect((await list('20260119')).text).toContain(
      '<Mon_Id>DOL</Mon_Id><Mon_ctz>1450.0000</Mon_ctz><Fecha_ctz>1/16/2026</Fecha_ctz>',
    );
    expect((await list('2026-01-19')).code).toBe('2054');
  });
});

describe('the controls', () => {
  test('a fault strikes the operation and environment it was planned for', async () => {
    await simulator.control.faults({
      environment: 'sandbox',
      target: 'wsfex',
      kind: 'http-503',
      operation: 'FEXAuthorize',
    });
    expect((await last(60, 19)).status).toBe(200);
    expect((await authorise({ Id: newId(), Punto_vta: 60 })).status).toBe(503);
    expect((await authorise({ Id: newId(), Punto_vta: 60 })).status).toBe(200);
  });

  test('`lost-answer` authorizes the voucher, which the same Id finds again', async () => {
    const Id = newId();
    await simulator.control.faults({ environment: 'sandbox', target: 'wsfex', kind: 'lost-answer' });
    await expect(authorise({ Id, Punto_vta: 61 })).rejects.toThrow('fetch failed');
    expect((await authorise({ Id, Punto_vta: 61 })).text).toContain('<Reproceso>S</Reproceso>');
  });

  test('`fault` is a SOAP fault of the server', async () => {
    await simulator.control.faults({ environment: 'sandbox', target: 'wsfex', kind: 'fault' });
    const { status, text } = await last(60, 19);
    expect(status).toBe(500);
    expect(text).toContain('soap:Server');
  });

  test('the authorized vouchers are listed with their Id, and requests and CAEs counted', async () => {
    const Id = newId();
    await authorise({ Id, Punto_vta: 62 });
    expect((await simulator.control.vouchers('sandbox', company)).at(-1)).toMatchObject({
      point_of_sale: 62,
      document_type: 19,
      number: 1,
      total: 200,
      currency: 'DOL',
      request_id: Id,
      receiver_document_number: '55000002126',
    });
    expect((await simulator.control.stats()).sandbox).toMatchObject({
      wsfex_requests: 1,
      wsfe_requests: 0,
      caes: 1,
    });
  });

  test('the last announcement is in every answer with credentials', async () => {
    await simulator.control.event('sandbox', 38, 'Otro');
    await simulator.control.event('sandbox', 39, 'Nueva version');
    const event =
      '<FEXEvents><EventCode>39</EventCode><EventMsg>Nueva version</EventMsg></FEXEvents></FEXGetLast_IDResult>';
    expect((await ask('FEXGetLast_ID')).text).toContain(event);
    expect((await ask('FEXGetLast_ID', '', 'live')).text).toContain(noEvent);
    expect((await callWsfex(simulator, 'sandbox', 'FEXDummy')).text).not.toContain('FEXEvents');
  });
});

function forged(token: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return signBytes('sha1', Buffer.from(token, 'base64'), privateKey).toString('base64');
}
