import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askRegister, type RegisterOutcome } from '#lib/arca/taxpayers-register.ts';
import { answerOf, company, person, registerFault, simplified, tax, xml } from './register-answers.ts';
import { answering, serve } from './server.ts';

const cuit = company.idPersona;
const askAt = (endpoint: string, about = cuit) =>
  askRegister(
    { endpoint, ticket: { token: 'dG9r<', sign: 'c2ln' }, cuit: '30987654321', timeoutMs: 5_000 },
    about,
  );

async function ask(body: string, { status = 200, about = cuit } = {}): Promise<RegisterOutcome> {
  return askAt((await answering(body, status)).url, about);
}
const taxpayer = async (content: Parameters<typeof xml>[0], about = cuit) => {
  const outcome = await ask(answerOf(xml(content)), { about });
  if (outcome.kind !== 'found') throw new Error(outcome.kind);
  return outcome.taxpayer;
};
const vatOf = async (content: Parameters<typeof xml>[0]) =>
  (await taxpayer({ datosGenerales: company, ...(content as object) })).vat;

describe('the register', () => {
  it('is asked with the ticket, in the name of the asking CUIT', async () => {
    const { url, received } = await answering(answerOf(xml({ datosGenerales: company })));
    await askAt(url);
    expect(received[0]).toContain(
      '<a5:getPersona_v2 xmlns:a5="http://a5.soap.ws.server.puc.sr/"><token>dG9r&lt;</token><sign>c2ln</sign>' +
        '<cuitRepresentada>30987654321</cuitRepresentada><idPersona>30712345671</idPersona></a5:getPersona_v2>',
    );
  });

  it('describes a company', async () => {
    expect(
      await taxpayer({ datosGenerales: company, datosRegimenGeneral: { impuesto: [tax('10'), tax('30')] } }),
    ).toEqual({
      cuit,
      name: 'ALMACEN DEL SUR S.R.L.',
      kind: 'company',
      state: 'active',
      vat: { status: 'registered', evidence: 'tax-30' },
      address: {
        street: 'BV OROÑO 1450',
        locality: 'ROSARIO',
        postalCode: '2000',
        province: 'SANTA FE',
      },
      remarks: [],
    });
  });

  it('describes a person, without an address if there is none', async () => {
    const { domicilioFiscal: _, ...general } = person;
    const found = await taxpayer({ datosGenerales: general, datosMonotributo: simplified }, person.idPersona);
    expect(found).toEqual({
      cuit: person.idPersona,
      name: 'PEREYRA ANA LAURA',
      kind: 'person',
      state: 'active',
      vat: { status: 'monotributo', evidence: 'simplified-regime' },
      remarks: [],
    });
  });

  it('omits the parts that an address lacks, such as the locality of the capital', async () => {
    const domicilioFiscal = { direccion: 'AV MEDRANO 100', localidad: '', codPostal: '1179' };
    const { address } = await taxpayer({ datosGenerales: { ...company, domicilioFiscal } });
    expect(address).toEqual({ street: 'AV MEDRANO 100', postalCode: '1179' });
  });

  it.each([
    ['PE&#209;A Y C&#xcd;A S.A.', 'PEÑA Y CÍA S.A.'],
    ['PE&amp;#209;A &amp;amp; HIJOS', 'PEÑA & HIJOS'],
    ['ANA\u202e&amp;#8238;&amp;#0; PAZ\u200b', 'ANA PAZ'],
    ['  DOS\n  LINEAS ', 'DOS LINEAS'],
    ['NADA&amp;#0;&amp;#xD800;&amp;#9999999; S.A.', 'NADA \uFFFD S.A.'],
  ])('may escape its entities once or twice: %s', async (razonSocial, name) => {
    expect((await taxpayer({ datosGenerales: { ...company, razonSocial } })).name).toBe(name);
  });
});

describe('the VAT status', () => {
  const general = (...taxes: ReturnType<typeof tax>[]) => ({ datosRegimenGeneral: { impuesto: taxes } });
  it.each([
    ['the simplified regime', { datosMonotributo: simplified }, 'monotributo', 'simplified-regime'],
    [
      'the simplified regime without a list of taxes',
      { datosMonotributo: { categoriaMonotributo: { idCategoria: '1' } } },
      'monotributo',
      'simplified-regime',
    ],
    [
      'the simplified regime beside other taxes',
      { datosMonotributo: simplified, ...general(tax('11'), tax('301')) },
      'monotributo',
      'simplified-regime',
    ],
    ['tax 30', general(tax('30')), 'registered', 'tax-30'],
    ['tax 30 and tax 32', general(tax('32'), tax('30')), 'registered', 'tax-30'],
    ['tax 32', general(tax('32'), tax('10')), 'exempt', 'tax-32'],
    ['tax 32, and 30 that has ended', general(tax('32'), tax('30', 'BD')), 'exempt', 'tax-32'],
    [
      'a simplified regime that has ended, and tax 30',
      { datosMonotributo: { impuesto: tax('20', 'BD') }, ...general(tax('30')) },
      'registered',
      'tax-30',
    ],
    [
      'that it has no simplified regime to tell of',
      { ...general(tax('30')), errorMonotributo: { mensaje: 'No cumple con las condiciones' } },
      'registered',
      'tax-30',
    ],
  ])('follows from %s', async (_, content, status, evidence) => {
    expect(await vatOf(content)).toEqual({ status, evidence });
  });

  it.each([
    ['there is nothing', {}],
    ['a block is empty', { datosMonotributo: '', datosRegimenGeneral: '' }],
    ['other taxes are all', general(tax('10'), tax('301'), tax('34'))],
    ['tax 30 has ended', general(tax('30', 'BD'))],
    ['the state of tax 30 is not said', general(tax('30', ''))],
    ['it would be two at once', { datosMonotributo: simplified, ...general(tax('30')) }],
    [
      'the register finds something wrong',
      { ...general(tax('30')), errorConstancia: { error: 'Domicilio Incompleto' } },
    ],
  ])('stays unknown where %s', async (_, content) => {
    expect(await vatOf(content as Parameters<typeof xml>[0])).toBeUndefined();
  });
});

describe('a taxpayer with remarks', () => {
  it('keeps the remarks in the register’s own words', async () => {
    const errorConstancia = { error: ['Domicilio Incompleto', 'Codigo postal erroneo'], idPersona: cuit };
    const datosGenerales = { ...company, estadoClave: 'INACTIVO' };
    expect(await taxpayer({ datosGenerales, errorConstancia })).toMatchObject({
      name: 'ALMACEN DEL SUR S.R.L.',
      state: 'inactive',
      remarks: ['Domicilio Incompleto', 'Codigo postal erroneo'],
    });
  });

  it.each(['La clave se encuentra inactiva', 'La CUIT fue cancelada de acuerdo a: CLAVES INVALIDAS.'])(
    'is inactive where a remark alone says so: %s',
    async (error) => {
      const errorConstancia = { apellido: 'PEREYRA', error, idPersona: person.idPersona, nombre: 'ANA' };
      expect(await taxpayer({ errorConstancia }, person.idPersona)).toEqual({
        cuit: person.idPersona,
        name: 'PEREYRA ANA',
        kind: 'person',
        state: 'inactive',
        remarks: [error],
      });
    },
  );

  it('has no name or state where the register gives none', async () => {
    const error = 'La CUIT fue limitada en los términos de la RG AFIP 3832/16';
    expect(await taxpayer({ errorConstancia: { error } })).toEqual({
      cuit,
      kind: 'company',
      remarks: [error],
    });
  });
});

describe('an answer without a taxpayer', () => {
  it.each([
    ['a fault', registerFault('No existe persona con ese Id'), 500],
    [
      'a complaint',
      answerOf(xml({ errorConstancia: { error: 'No existe persona con ese Id', idPersona: cuit } })),
      200,
    ],
    [
      'a complaint without its list',
      answerOf('<errorConstancia>No existe persona con ese Id</errorConstancia>'),
      200,
    ],
  ])('means with %s that nobody has the CUIT', async (_, body, status) => {
    expect(await ask(body, { status })).toEqual({ kind: 'none' });
  });

  it.each([
    ['Token malformado', 'ticket-refused'],
    ['Falta token y/o sign.', 'ticket-refused'],
    ['No se pudo verificar que &lt;sign> contenga una firma valida de &lt;token>', 'ticket-refused'],
    ['No autorizado, par token/sign invalido.', 'ticket-refused'],
    ['Este token no le permite actuar en representacion de la CUIT 30987654321', 'not-represented'],
    ['Debe enviar la CUIT representada', 'unavailable'],
    ['java.lang.NullPointerException', 'unavailable'],
  ])('is classified by the text of its fault: %s', async (message, kind) => {
    expect((await ask(registerFault(message), { status: 500 })).kind).toBe(kind);
  });

  it.each([
    ['a page', '<html><body>503</body></html>', 503],
    ['nothing', '', 200],
    ['an answer to something else', answerOf('').replaceAll('getPersona_v2', 'dummy'), 200],
    ['a response without a taxpayer', answerOf(xml({ datosGenerales: '', datosRegimenGeneral: '' })), 200],
    ['taxes of nobody', answerOf(xml({ datosRegimenGeneral: { impuesto: tax('30') } })), 200],
    ['somebody else', answerOf(xml({ datosGenerales: person })), 200],
  ])('is unavailable with %s', async (_, body, status) => {
    expect((await ask(body, { status })).kind).toBe('unavailable');
  });

  it('is unavailable when the service can not be reached', async () => {
    expect(await askAt('http://localhost:1/x')).toMatchObject({ kind: 'unavailable', cause: 'refused' });
  });
});

it('a register call has an outcome for any answer and never throws', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('ACTIVO', '30', 'AC', cuit, '&#209;'));
  const element: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
    node: fc
      .tuple(
        fc.constantFrom(
          'datosGenerales',
          'errorConstancia',
          'error',
          'impuesto',
          'idImpuesto',
          'razonSocial',
        ),
        fc.oneof(
          { maxDepth: 4 },
          text,
          fc.array(tie('node')).map((nodes) => nodes.join('')),
        ),
      )
      .map(([name, content]) => `<${name}>${content}</${name}>`),
  })).node;
  let body = '';
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(body);
  });
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 4 }), async (content) => {
      body = answerOf(content.join(''));
      const { kind } = await askAt(url);
      expect(['found', 'none', 'unavailable']).toContain(kind);
    }),
    { seed: 20_261_123, numRuns: 200 },
  );
});
