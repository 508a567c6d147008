import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newAlias, newApplicant, otherCompany, person } from './applicant.ts';
import { logIn, openBrowser, type PortalBrowser } from './portal-browser.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
  await simulator.addTaxpayer('live', { cuit: company, name: 'Panadería La Espiga S.A.' });
  await simulator.addTaxpayer('live', { cuit: '27123456780', name: 'Ana Beltrán' });
  await simulator.addTaxpayer('live', { cuit: otherCompany, name: 'Otra S.A.', represented_by: [person] });
});
afterAll(() => simulator.stop());

const relations = 'Administrador de Relaciones de Clave Fiscal';
const certificates = 'Administración de Certificados Digitales';
const pointsOfSale = 'Administración de puntos de venta y domicilios';
const csrFile = (csr: string) => new File([csr], 'pedido.csr');
/** As the portal names who represents or is represented. */
const titles = {
  company: 'Panadería La Espiga S.A. [30-12345678-1]',
  otherPerson: 'Beltrán Ana [27-12345678-0]',
};

async function actFor(browser: PortalBrowser, cuit: string): Promise<void> {
  await browser.open('/live/portal');
  await browser.follow(relations);
  await browser.submit('Seleccionar', { 'Actuando en representación de': cuit });
}

/** Leaves the browser at the choice of the representative. */
async function startRelation(browser: PortalBrowser, branch: string, service: string): Promise<void> {
  await browser.follow('Nueva Relación');
  await browser.submit('BUSCAR', {}, 'Servicio');
  for (const link of ['ARCA', branch, service]) await browser.follow(link);
  await browser.submit('BUSCAR', {}, 'Representante');
}

/** A1: the person may open «Administración de Certificados Digitales» for the company. */
async function enableCertificates(browser: PortalBrowser, cuit: string): Promise<void> {
  await actFor(browser, cuit);
  await startRelation(browser, 'Servicios Interactivos', certificates);
  await browser.submit('CONFIRMAR', { 'CUIT/CUIL/CDI Usuario': person });
  await browser.submit('CONFIRMAR');
  await browser.submit('Salir');
  await logIn(browser, 'live', person);
}

test('the steps of the live portal lead from the login to the points of sale', async () => {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  expect(browser.links()).not.toContain(certificates);
  await enableCertificates(browser, company);

  const { csr, key } = newApplicant();
  const alias = newAlias();
  await browser.follow(certificates);
  await browser.follow(titles.company);
  await browser.follow('Agregar alias');
  await browser.submit('Agregar alias', { Alias: alias, 'Solicitud de certificado (CSR)': csrFile(csr) });
  await browser.follow('Ver');
  expect(browser.page().html).toContain('<td>VALIDO</td>');
  const file = await browser.download('Descargar');
  const certificate = file.text;
  const { serialNumber, subject } = new X509Certificate(certificate);
  expect(file.filename).toBe(`${alias}_${serialNumber.toLowerCase()}.crt`);
  expect(subject).toContain(`CUIT ${company}`);

  await actFor(browser, company);
  await startRelation(browser, 'WebServices', 'Facturación Electrónica');
  expect(browser.options('Computador Fiscal')).toEqual([alias]);
  await browser.submit('CONFIRMAR', { 'Computador Fiscal': alias });
  await browser.submit('CONFIRMAR');
  expect(browser.page().title).toBe('F. 3283/E');
  const ticket = await login(simulator, 'live', { certificate, key });
  expect(ticket.tokenXml).toContain(`key="${company}"`);

  await browser.open('/live/portal');
  await browser.follow(pointsOfSale);
  expect(browser.options('Contribuyente')).toContain(titles.company);
  await browser.submit('Continuar', { Contribuyente: company });
  await browser.follow('A/B/M de Puntos de venta');
  await browser.follow('Agregar…');
  expect(browser.options('Sistema').slice(0, 4)).toEqual([
    'RECE para aplicativo y web services',
    'Factura Electrónica - Monotributo - Web Services',
    'Factura Electrónica - Exento en IVA - Web Services',
    'Comprobantes de Exportación - Web Services',
  ]);
  const [domicile = ''] = browser.options('Domicilio');
  const fields = { Número: '4', 'Nombre Fantasía': 'Prueba', Domicilio: domicile };
  await browser.submit('Aceptar', { ...fields, Sistema: 'RECE' });
  await browser.follow('Agregar…');
  await browser.submit('Aceptar', { ...fields, Sistema: 'RECE' });
  expect(browser.page().alert).toBe('El punto de venta ya existe');
  await browser.submit('Aceptar', { ...fields, Número: '6', Sistema: 'ONLINE' });
  await browser.follow('Agregar…');
  await browser.submit('Aceptar', { ...fields, Número: '8', Sistema: 'FEEWS' });
  const list = await callWsfe(
    simulator,
    'live',
    'FEParamGetPtosVenta',
    authXml({ ...ticket, cuit: company }),
  );
  expect([...list.text.matchAll(/<Nro>(\d+)</g)].map(([, number]) => number)).toEqual(['4']);
});

test('«Agregar certificado» renews an alias without a new relation', async () => {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  await enableCertificates(browser, otherCompany);
  const alias = newAlias();
  await simulator.issueCertificate('live', { cuit: otherCompany, alias, csr: newApplicant().csr });
  await simulator.authorise('live', { cuit: otherCompany, alias, represented_cuit: otherCompany });
  const { csr, key } = newApplicant();
  await browser.open(`/live/portal/certificados/${otherCompany}/alias/${alias}`);
  await browser.follow('Agregar certificado');
  await browser.submit('Agregar certificado', { 'Solicitud de certificado (CSR)': csrFile(csr) });
  const hrefs = [...browser.page().html.matchAll(/<a href="([^"]+)" download/g)].map(
    ([, href]) => href ?? '',
  );
  expect(hrefs).toHaveLength(2);
  await browser.open(hrefs[1] ?? '');
  expect((await login(simulator, 'live', { certificate: browser.page().html, key })).status).toBe(200);
});

test('«Adherir servicio» serves a person’s own certificates only', async () => {
  const browser = openBrowser(simulator.url);
  const other = '27123456780';
  await logIn(browser, 'live', other);
  for (const link of [relations, 'Adherir servicio', 'ARCA', 'Servicios Interactivos', certificates]) {
    await browser.follow(link);
  }
  await browser.submit('CONFIRMAR');
  await browser.submit('Salir');
  await logIn(browser, 'live', other);
  await browser.follow(certificates);
  expect(browser.links()).toContain(titles.otherPerson);
  await browser.open(`/live/portal/certificados/${company}`);
  expect(browser.page().status).toBe(404);
});

test('nobody can authorize themselves, and others’ aliases are not offered', async () => {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  await browser.open('/live/portal');
  await browser.follow(relations);
  expect(browser.options('Actuando en representación de')).not.toContain('33-12345678-0');
  await browser.submit('Usar este CUIT', { 'Otro CUIT (sólo en esta imitación)': '33-12345678-0' });
  await startRelation(browser, 'WebServices', 'Facturación Electrónica');
  expect(browser.options('Computador Fiscal')).toEqual([]);
  await browser.submit('CONFIRMAR', { 'CUIT/CUIL/CDI Usuario': '33123456780' });
  expect(browser.page().alert).toBe('El dador de la autorización no debe ser igual al autorizado');
});

test('a bad request file gets the authority’s error text', async () => {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  await enableCertificates(browser, company);
  await browser.open(`/live/portal/certificados/${company}/agregar`);
  await browser.submit('Agregar alias', {
    Alias: newAlias(),
    'Solicitud de certificado (CSR)': csrFile('%PDF-1.7'),
  });
  expect(browser.page().alert).toBe('El Request enviado es inválido. Por favor revíselo');
});
