import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newCuit } from '#tests/support/new-cuit.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { type Holder, newHolder } from './applicant.ts';
import { logIn, openBrowser, type PortalBrowser } from './portal-browser.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';

let simulator: RunningSimulator;
let supplier: string;
let platform: Holder;
/** Each administers one of the two, and nothing else. */
let owner: string;
let administrator: string;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  [owner, administrator, supplier] = [newCuit('27'), newCuit('27'), newCuit('30')];
  const cuit = newCuit('30');
  platform = await newHolder(simulator, 'live', { cuit, represented: [cuit] });
  await simulator.addTaxpayer('live', { cuit: supplier, name: 'Vivero Sur S.A.', represented_by: [owner] });
  await simulator.addTaxpayer('live', { cuit, name: 'Plataforma S.A.', represented_by: [administrator] });
});

const actingFor = 'Actuando en representación de';
const userField = 'CUIT/CUIL/CDI Usuario';
const computers = 'Computador Fiscal';

async function openRelations(cuit: string): Promise<PortalBrowser> {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', cuit);
  await browser.follow('Administrador de Relaciones de Clave Fiscal');
  return browser;
}

/** Leaves the browser at the choice of the representative. */
async function startRelation(browser: PortalBrowser, represented: string): Promise<void> {
  await browser.open('/live/portal/relaciones');
  await browser.submit('Seleccionar', { [actingFor]: represented });
  await browser.follow('Nueva Relación');
  await browser.submit('BUSCAR', {}, 'Servicio');
  for (const link of ['ARCA', 'WebServices', 'Facturación Electrónica']) await browser.follow(link);
  await browser.submit('BUSCAR', {}, 'Representante');
}

async function designate(): Promise<PortalBrowser> {
  const browser = await openRelations(owner);
  await startRelation(browser, supplier);
  await browser.submit('CONFIRMAR', { [userField]: platform.cuit });
  expect(browser.page().html).toContain('Plataforma S.A. [');
  await browser.submit('CONFIRMAR');
  return browser;
}

async function accept(): Promise<PortalBrowser> {
  const browser = await openRelations(administrator);
  await browser.follow('Aceptación de Designación');
  await browser.submit('Aceptar');
  return browser;
}

test('a delegation is made by clicks: designated, accepted, and related to the delegate’s alias', async () => {
  const supplierTab = await designate();
  expect(supplierTab.page().title).toBe('F. 3283/E');
  expect(supplierTab.page().html).toContain('Aceptación de Designación');
  await supplierTab.follow('Volver');
  expect(supplierTab.page().html).toMatch(/ws:\/\/wsfe: representante Plataforma S.A. \[[\d-]+\], pendiente/);

  const browser = await openRelations(administrator);
  expect(browser.options(actingFor).join()).not.toContain('Vivero Sur');
  await browser.follow('Aceptación de Designación');
  for (const shown of [
    'Vivero Sur S.A.',
    'Facturación Electrónica',
    'Plataforma S.A.',
    '<td>Pendiente</td>',
  ]) {
    expect(browser.page().html).toContain(shown);
  }
  await browser.submit('Aceptar');
  expect(browser.page().html).not.toContain('<td>Pendiente</td>');
  await browser.follow('Volver');
  expect(browser.options(actingFor).join()).toContain('Vivero Sur');

  await startRelation(browser, supplier);
  expect(browser.valueOf(userField)).toBe(platform.cuit);
  expect(browser.page().html).toContain('<small>Plataforma S.A.');
  await browser.submit('CONFIRMAR', { [userField]: platform.cuit });
  expect(browser.page().alert).toBe('El dador de la autorización no debe ser igual al autorizado');
  expect(browser.options(computers)).toEqual([platform.alias]);
  const chosen = { [userField]: platform.cuit, [computers]: `${platform.cuit}-${platform.alias}` };
  await browser.submit('CONFIRMAR', chosen);
  await browser.submit('CONFIRMAR');
  expect(browser.page().title).toBe('F. 3283/E');

  const { token, sign, tokenXml } = await login(simulator, 'live', platform);
  expect(tokenXml).toContain(`key="${supplier}"`);
  const auth = authXml({ token, sign, cuit: supplier });
  expect((await callWsfe(simulator, 'live', 'FEParamGetPtosVenta', auth)).code).toBe('602');
});

test('a repeated designation or relation is answered as existing', async () => {
  await designate();
  const supplierTab = await designate();
  expect(supplierTab.page().alert).toBe(
    `La autorizacion: (${platform.cuit})-${supplier}-ws://wsfe-${supplier} ya existe`,
  );
  const browser = await accept();
  for (const alert of [
    undefined,
    `La autorizacion: (${platform.cuit}-${platform.alias})-${supplier}-ws://wsfe-${supplier} ya existe`,
  ]) {
    await startRelation(browser, supplier);
    await browser.submit('CONFIRMAR', { [computers]: platform.alias });
    await browser.submit('CONFIRMAR');
    expect(browser.page().alert).toBe(alert);
  }
});

test('a delegate can neither pass the delegation on nor relate another service', async () => {
  await designate();
  expect((await openRelations(owner)).links()).toContain('Aceptación de Designación');
  const browser = await accept();
  await startRelation(browser, supplier);
  await browser.submit('CONFIRMAR', { [userField]: newCuit('30') });
  expect(browser.page().alert).toContain('No se encuentra habilitado');
  await browser.open('/live/portal/relaciones/representante?servicio=ws:wsfex');
  expect(browser.options(computers)).toEqual([]);
  await browser.submit('CONFIRMAR', { [computers]: platform.alias });
  expect(browser.page().alert).toBe('Debe seleccionar un Computador Fiscal');
  await browser.open('/live/portal/puntos-de-venta');
  expect(browser.options('Contribuyente').join()).not.toContain('Vivero Sur');
});

test('a delegation can not be accepted by its giver, nor made to an unknown CUIT', async () => {
  const browser = await designate();
  await browser.open('/live/clavefiscal/adminrel/pending.aspx');
  expect(browser.page().html).not.toContain('<td>Pendiente</td>');
  await startRelation(browser, supplier);
  await browser.submit('CONFIRMAR', { [userField]: '30099000003' });
  expect(browser.page().alert).toBe('Número de CUIL/CUIT incorrecto');
});

test('the shortcut opens the relation in the supplier’s name once the delegation is accepted', async () => {
  const address = `/live/clavefiscal/adminrel/relationAdd.aspx?representado=${supplier}&servicename=ws://wsfe`;
  const browser = await openRelations(administrator);
  await browser.open(address);
  expect(browser.page().alert).toContain('No se encuentra habilitado');
  await designate();
  await accept();
  await browser.open(address);
  expect(browser.page().title).toBe('Nueva Relación');
  expect(browser.page().html).toContain('Vivero Sur S.A. [');
});
