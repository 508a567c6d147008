import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newAlias, newApplicant, otherCompany, person } from './applicant.ts';
import { logIn, openBrowser, type PortalBrowser } from './portal-browser.ts';
import { login } from './wsaa-client.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

const wsass = 'WSASS - Autogestión Certificados Homologación';

async function adhereWsass(browser: PortalBrowser): Promise<void> {
  for (const link of ['Administrador de Relaciones de Clave Fiscal', 'Adherir servicio', 'ARCA']) {
    await browser.follow(link);
  }
  await browser.follow('Servicios Interactivos');
  await browser.follow(wsass);
  await browser.submit('CONFIRMAR');
}

async function openWsass(cuit = person): Promise<PortalBrowser> {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'sandbox', cuit);
  if (!browser.links().includes(wsass)) {
    await adhereWsass(browser);
    await browser.submit('Salir');
    await logIn(browser, 'sandbox', cuit);
  }
  await browser.follow(wsass);
  return browser;
}

test('the steps of the sandbox portal lead from the login to a ticket', async () => {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'sandbox', person);
  expect(browser.links()).not.toContain(wsass);
  await adhereWsass(browser);
  expect(browser.page().title).toBe('F. 3283/E');
  await browser.open('/sandbox/portal');
  expect(browser.links(), 'a service shows after logging in again').not.toContain(wsass);
  await browser.submit('Salir');
  await logIn(browser, 'sandbox', person);
  await browser.follow(wsass);

  const { csr, key } = newApplicant();
  const alias = newAlias();
  await browser.follow('Nuevo Certificado');
  await browser.submit('Crear DN y obtener certificado', {
    'Nombre simbólico del DN': alias,
    'Solicitud de certificado en formato PKCS#10': csr,
  });
  const certificate = browser.valueOf('Resultado');
  expect(certificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
  expect((await login(simulator, 'sandbox', { certificate, key })).code).toBe('coe.notAuthorized');

  await browser.follow('Crear autorización a servicio');
  expect(browser.options('Nombre simbólico del DN a autorizar')).toContain(alias);
  expect(browser.options('Servicio al que desea acceder')).toContain('wsfe - Facturacion Electronica');
  await browser.submit('Crear autorización de acceso', {
    'Nombre simbólico del DN a autorizar': alias,
    'CUIT representado': company,
    'Servicio al que desea acceder': 'wsfe',
  });
  expect(browser.page().html).toContain(
    `OK. Autorización fue creada (CUITCOMPUTADOR=${person}, ALIASCOMPUTADOR=${alias}, ` +
      `CUITREPRESENTADO=${company}, SERVICIO=ws://wsfe, CUITAUTORIZANTE=${person}).`,
  );
  await browser.follow('Autorizaciones');
  expect(browser.page().html).toContain(
    `<td>${person}</td><td>${alias}</td><td>${company}</td><td>ws://wsfe</td>`,
  );
  expect((await login(simulator, 'sandbox', { certificate, key })).tokenXml).toContain(`key="${company}"`);
});

test('a certificate added to an alias has the alias’s authorizations', async () => {
  const browser = await openWsass();
  const alias = newAlias();
  await simulator.issueCertificate('sandbox', { cuit: person, alias, csr: newApplicant().csr });
  await simulator.authorise('sandbox', { cuit: person, alias, represented_cuit: company });
  const { csr, key } = newApplicant();
  await browser.follow('Agregar certificado a alias');
  await browser.submit('Crear certificado adicional para el DN', {
    'Nombre simbólico del DN': alias,
    'Solicitud de certificado en formato PKCS#10': csr,
  });
  const certificate = browser.valueOf('Resultado');
  expect((await login(simulator, 'sandbox', { certificate, key })).status).toBe(200);
});

test('mistakes get the authority’s error texts, and the typed values stay', async () => {
  const browser = await openWsass();
  const { csr } = newApplicant();
  const create = (alias: string, request: string) =>
    browser.submit('Crear DN y obtener certificado', {
      'Nombre simbólico del DN': alias,
      'Solicitud de certificado en formato PKCS#10': request,
    });
  await browser.follow('Nuevo Certificado');
  await create('con_guion', csr);
  expect(browser.page().alert).toBe('El Nombre simbólico del DN sólo puede contener números y/o letras');
  expect(browser.valueOf('Nombre simbólico del DN')).toBe('con_guion');
  await create(newAlias(), 'hola');
  expect(browser.page().alert).toBe('El Request enviado es inválido. Por favor revíselo');
  const alias = newAlias();
  await create(alias, csr);
  await browser.follow('Nuevo Certificado');
  await create(alias, csr);
  expect(browser.page().alert).toBe('El ALIAS ya existe');
});

test('an authorization can be withdrawn', async () => {
  const other = '27123456780';
  const browser = await openWsass(other);
  const { csr, key } = newApplicant();
  const alias = newAlias();
  const { certificate } = await simulator.issueCertificate('sandbox', { cuit: other, alias, csr });
  await simulator.authorise('sandbox', { cuit: other, alias, represented_cuit: otherCompany });
  await browser.follow('Eliminar autorización a servicio');
  await browser.submit('Eliminar autorización');
  expect((await login(simulator, 'sandbox', { certificate, key })).code).toBe('coe.notAuthorized');
});

test('a company can’t log in, nor a CUIT that isn’t one', async () => {
  const browser = openBrowser(simulator.url);
  await browser.open('/sandbox/portal');
  await browser.submit('Siguiente', { 'CUIT/CUIL': company });
  expect(browser.page().alert).toContain('persona');
  await browser.submit('Siguiente', { 'CUIT/CUIL': '20-12345678-9' });
  expect(browser.page().alert).toBe('Número de CUIL/CUIT incorrecto');
});

test('no page opens without a login, nor WSASS without adhering it', async () => {
  const browser = openBrowser(simulator.url);
  await browser.open('/sandbox/portal/wsass/nuevo-certificado');
  expect(browser.page().title).toBe('Ingresar con Clave Fiscal');
  await logIn(browser, 'sandbox', '24000000015');
  await browser.open('/sandbox/portal/wsass/nuevo-certificado');
  expect(browser.page().title).toBe('Portal de Clave Fiscal');
});

test('typed text is shown as text', async () => {
  const browser = await openWsass();
  await browser.follow('Nuevo Certificado');
  await browser.submit('Crear DN y obtener certificado', {
    'Nombre simbólico del DN': '"><script>alert(1)</script>',
    'Solicitud de certificado en formato PKCS#10': '</textarea><script>alert(2)</script>',
  });
  expect(browser.page().html).not.toContain('<script>');
});
