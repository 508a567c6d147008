import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PortalShortcuts, portalShortcuts } from '#lib/arca/portal.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { readEnv } from '#lib/env.ts';
import { authorityOf, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newAlias, newApplicant, person } from './applicant.ts';
import { enterPortal, logIn, openBrowser, type PortalBrowser } from './portal-browser.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
  await simulator.addTaxpayer('live', { cuit: company, name: 'Panadería La Espiga S.A.' });
});
afterAll(() => simulator.stop());

/** As the wizard offers them while the simulator is its authority. */
function shortcutsOf(environment: Environment): PortalShortcuts {
  const settings = readEnv({ ...authorityOf(simulator), ARCA_PORTAL_SHORTCUTS: 'on' });
  const shortcuts = portalShortcuts(environment, settings);
  if (!shortcuts) throw new Error('the shortcuts are off');
  return shortcuts;
}

const pathOf = (address: string) => address.slice(simulator.url.length);

async function adhere(browser: PortalBrowser, service: string): Promise<void> {
  await browser.follow('Adherir servicio');
  for (const link of ['ARCA', 'Servicios Interactivos', service]) await browser.follow(link);
  await browser.submit('CONFIRMAR');
  await browser.submit('Salir');
}

test.each([
  ['relations', 'Administrador de Relaciones de Clave Fiscal'],
  ['pointsOfSale', 'Administración de puntos de venta y domicilios'],
] as const)('the shortcut to %s opens after the login, and at once in a session', async (name, title) => {
  const browser = openBrowser(simulator.url);
  await browser.open(pathOf(shortcutsOf('live')[name]));
  expect(browser.page().title).toBe('Ingresar con Clave Fiscal');
  await enterPortal(browser, person);
  expect(browser.page().title).toBe(title);
  await browser.open('/live/portal');
  await browser.open(pathOf(shortcutsOf('live')[name]));
  expect(browser.page().title).toBe(title);
});

test('the shortcut to the certificates needs the service, which the relations’ shortcut leads to', async () => {
  const own = '27123456780';
  const browser = openBrowser(simulator.url);
  await browser.open(pathOf(shortcutsOf('live').certificates));
  await enterPortal(browser, own);
  expect(browser.page().title).toBe('Portal de Clave Fiscal');
  await browser.open(pathOf(shortcutsOf('live').relations));
  await adhere(browser, 'Administración de Certificados Digitales');
  await browser.open(pathOf(shortcutsOf('live').certificates));
  await enterPortal(browser, own);
  expect(browser.page().title).toBe('Administración de Certificados Digitales');
});

test('WSASS opens at its own address', async () => {
  const browser = openBrowser(simulator.url);
  await browser.open(pathOf(shortcutsOf('sandbox').relations));
  await enterPortal(browser, person);
  await adhere(browser, 'WSASS - Autogestión Certificados Homologación');
  await browser.open(pathOf(shortcutsOf('sandbox').wsass));
  await enterPortal(browser, person);
  expect(browser.page().title).toBe('WSASS - Autogestión Certificados Homologación');
});

test('«Nueva Relación» opens within a session with company and service chosen', async () => {
  const alias = newAlias();
  await simulator.issueCertificate('live', { cuit: company, alias, csr: newApplicant().csr });
  const browser = openBrowser(simulator.url);
  await browser.open(pathOf(shortcutsOf('live').authoriseUrl(company)));
  expect(browser.page().title).toBe('Ingresar con Clave Fiscal');
  await logIn(browser, 'live', person);
  await browser.open(pathOf(shortcutsOf('live').authoriseUrl(company)));
  expect(browser.page().title).toBe('Nueva Relación');
  expect(browser.page().html).toContain('Panadería La Espiga S.A. [30-12345678-1]');
  await browser.submit('BUSCAR', {}, 'Representante');
  await browser.submit('CONFIRMAR', { 'Computador Fiscal': alias });
  await browser.submit('CONFIRMAR');
  expect(browser.page().title).toBe('F. 3283/E');
});

test('an address gives nobody the right to act for another company', async () => {
  const foreign = '33123456780';
  await simulator.addTaxpayer('live', { cuit: foreign, name: 'Ajena S.A.', represented_by: ['27123456780'] });
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  await browser.open(pathOf(shortcutsOf('live').authoriseUrl(foreign)));
  expect(browser.page().alert).toContain('No se encuentra habilitado');
});
