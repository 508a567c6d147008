import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, otherCompany, person } from './applicant.ts';
import { logIn, openBrowser, type PortalBrowser } from './portal-browser.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

const accountant = '27123456780';
const certificates = 'Administración de Certificados Digitales';
const actingFor = 'Actuando en representación de';

async function openRelations(cuit: string): Promise<PortalBrowser> {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', cuit);
  await browser.follow('Administrador de Relaciones de Clave Fiscal');
  return browser;
}

describe('the companies that the portal offers', () => {
  test('are shown by name and CUIT, to everybody or to their representatives', async () => {
    await simulator.addTaxpayer('live', { cuit: company, name: 'De Todos S.A.' });
    await simulator.addTaxpayer('live', {
      cuit: otherCompany,
      name: 'De Ana S.A.',
      represented_by: [person],
    });
    await simulator.addTaxpayer('live', { cuit: person, name: 'Ana Beltrán' });
    expect((await openRelations(person)).options(actingFor)).toEqual([
      // The register has people by their surname.
      'Beltrán Ana [20-12345678-6]',
      'De Todos S.A. [30-12345678-1]',
      'De Ana S.A. [30-71234567-1]',
    ]);
    expect((await openRelations(accountant)).options(actingFor)).toEqual([
      expect.stringMatching(/^[A-Z ]+ \[27-12345678-0\]$/),
      'De Todos S.A. [30-12345678-1]',
    ]);
  });

  test('can be set again, and only by existing CUITs', async () => {
    await simulator.addTaxpayer('live', { cuit: company, name: 'Otro Nombre S.A.' });
    expect((await openRelations(person)).options(actingFor)).toContain('Otro Nombre S.A. [30-12345678-1]');
    await expect(simulator.addTaxpayer('live', { cuit: '30-12345678-2', name: 'x' })).rejects.toThrow('CUIT');
    const byCompany = { cuit: company, name: 'x', represented_by: [otherCompany] };
    await expect(simulator.addTaxpayer('live', byCompany)).rejects.toThrow('personas');
  });

  test('include a typed CUIT, and offer it to that person from then on', async () => {
    const browser = await openRelations(person);
    await browser.submit('Usar este CUIT', { 'Otro CUIT (sólo en esta imitación)': '33-12345678-1' });
    expect(browser.page().alert).toBe('La CUIT ingresada es inválida');
    await browser.submit('Usar este CUIT', { 'Otro CUIT (sólo en esta imitación)': '33-12345678-0' });
    const title = /Autorizante \(Dador\): <strong>([^<]*)</.exec(browser.page().html)?.[1];
    // As the register names it, which nobody told anything of it.
    expect(title).toMatch(/^[A-Z ]+ S\.[A-Z.]+ \[33-12345678-0\]$/);
    expect((await openRelations(person)).options(actingFor)).toContain(title);
    expect((await openRelations(accountant)).options(actingFor)).not.toContain(title);
  });
});

test('a person designated by somebody else opens the service after accepting it', async () => {
  const owner = await openRelations(person);
  await simulator.addTaxpayer('live', { cuit: company, name: 'Panadería La Espiga S.A.' });
  await owner.submit('Seleccionar', { [actingFor]: company });
  await owner.follow('Nueva Relación');
  await owner.submit('BUSCAR', {}, 'Servicio');
  for (const link of ['ARCA', 'Servicios Interactivos', certificates]) await owner.follow(link);
  await owner.submit('BUSCAR', {}, 'Representante');
  await owner.submit('CONFIRMAR', { 'CUIT/CUIL/CDI Usuario': accountant });
  await owner.submit('CONFIRMAR');
  expect(owner.page().html).toContain('Aceptación de Designación');

  const browser = await openRelations(accountant);
  await browser.open('/live/portal');
  expect(browser.links()).not.toContain(certificates);
  await browser.open('/live/clavefiscal/adminrel/pending.aspx');
  expect(browser.page().title).toBe('Aceptación de Designación');
  expect(browser.page().html).toContain('<td>Pendiente</td>');
  await browser.submit('Aceptar', {});
  expect(browser.page().html).not.toContain('<td>Pendiente</td>');
  await browser.submit('Salir');
  await logIn(browser, 'live', accountant);
  await browser.follow(certificates);
  expect(browser.links()).toContain('Panadería La Espiga S.A. [30-12345678-1]');
});

test('the home finds a service by a part of its name', async () => {
  const browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  await browser.open('/live/portal?buscar=administracion%20de%20puntos');
  expect(browser.links()).toContain('Administración de puntos de venta y domicilios');
  expect(browser.links()).not.toContain('Administrador de Relaciones de Clave Fiscal');
  await browser.follow('Ver todos');
  expect(browser.page().title).toBe('Mis servicios');
  expect(browser.links()).toContain('Administrador de Relaciones de Clave Fiscal');
});
