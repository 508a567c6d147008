import { afterAll, beforeAll, expect, test } from 'vitest';
import es from '#messages/es.json' with { type: 'json' };
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newAlias, newApplicant, person } from './applicant.ts';
import { logIn, openBrowser, type PortalBrowser } from './portal-browser.ts';

/** What the wizard quotes and draws is what the portal shows: the labels of one screen, by their keys. */
const labels = es.portal;
type Label = keyof typeof labels;

let simulator: RunningSimulator;
let browser: PortalBrowser;

beforeAll(async () => {
  simulator = await startSimulator();
  await simulator.addTaxpayer('live', { cuit: company, name: 'Panadería La Espiga S.A.' });
});
afterAll(() => simulator.stop());

function expectScreen(heading: Label, ...shown: Label[]): void {
  expect(browser.page().title).toBe(labels[heading]);
  const text = browser
    .page()
    .html.replace(/<[^>]*?(?:placeholder="([^"]*)")?>/g, '\n$1')
    .replace(/&quot;/g, '"');
  expect(shown.filter((label) => !text.includes(labels[label]))).toEqual([]);
}

const follow = async (...path: Label[]) => {
  for (const label of path) await browser.follow(labels[label]);
};
const search = (group: Label) => browser.submit(labels.search, {}, labels[group]);
const confirm = (values: Record<string, string> = {}) => browser.submit(labels.confirm, values);

test('the portal has the labels of each screen from the login to the home', async () => {
  browser = openBrowser(simulator.url);
  await browser.open('/live/portal');
  expectScreen('keyLogin', 'cuitOrCuil', 'next');
  await browser.submit(labels.next, { [labels.cuitOrCuil]: '1' });
  expectScreen('keyLogin', 'cuitWrong');
  await browser.submit(labels.next, { [labels.cuitOrCuil]: person });
  expectScreen('keyLogin', 'cuitOrCuil', 'keyField', 'signIn');
  await browser.submit(labels.signIn, { [labels.keyField]: 'x' });
  expectScreen('portalHome', 'portalSearch', 'portalSearchHint', 'myServices', 'seeAll', 'signOut');
  expectScreen('portalHome', 'relationsManager', 'pointsAdministration');
  await follow('seeAll');
  expectScreen('myServices', 'relationsManager', 'pointsAdministration');
});

test('the portal has the labels of WSASS, from adhering it to the authorization', async () => {
  browser = openBrowser(simulator.url);
  await logIn(browser, 'sandbox', person);
  await follow('relationsManager');
  expectScreen(
    'relationsManager',
    'grantor',
    'adhereService',
    'newRelation',
    'acceptance',
    'currentRelations',
  );
  await follow('adhereService');
  expectScreen('adhereService', 'chooseService', 'arca');
  await follow('arca', 'interactiveServices', 'wsass');
  expectScreen('adhereService', 'serviceField', 'wsass', 'confirm');
  await confirm();
  expectScreen('form', 'relationDone', 'grantor', 'representative', 'signAgainNotice', 'backLink', 'signOut');
  await browser.submit(labels.signOut);
  await logIn(browser, 'sandbox', person);
  await follow('wsass');
  expectScreen(
    'wsass',
    'introduction',
    'menuServices',
    'certificates',
    'newCertificate',
    'createAuthorisation',
  );
  expectScreen('wsass', 'deleteAuthorisation', 'authorisations', 'addToAlias', 'contactUs');
  await follow('newCertificate');
  expectScreen('newCertificate', 'createDnForm', 'dnName', 'taxpayerCuit', 'csrField', 'createDn');
  const alias = newAlias();
  const create = (name: string, csr = newApplicant().csr) =>
    browser.submit(labels.createDn, { [labels.dnName]: name, [labels.csrField]: csr });
  await create('con_guion');
  expectScreen('newCertificate', 'dnNameInvalid');
  await create(alias, 'no');
  expectScreen('newCertificate', 'requestInvalid');
  await create(alias);
  expectScreen('newCertificate', 'result');
  await follow('newCertificate');
  await create(alias);
  expectScreen('newCertificate', 'aliasExists');
  await follow('createAuthorisation');
  expectScreen(
    'createAuthorisation',
    'createAuthorisationForm',
    'dnToAuthorise',
    'dnCuit',
    'representedCuit',
  );
  expectScreen('createAuthorisation', 'authorisingCuit', 'serviceToAccess', 'wsfeOption', 'createAccess');
  await browser.submit(labels.createAccess, {
    [labels.dnToAuthorise]: alias,
    [labels.representedCuit]: company,
    [labels.serviceToAccess]: 'wsfe',
  });
  expectScreen('createAuthorisation', 'authorisationOk');
  await follow('authorisations');
  expectScreen('authorisations', 'grantorColumn', 'aliasField', 'representedColumn', 'serviceField');
  await follow('deleteAuthorisation');
  expectScreen('deleteAuthorisation', 'removeAuthorisation');
  await follow('addToAlias');
  expectScreen('addToAlias', 'createAdditional', 'dnName', 'taxpayerCuit', 'csrField');
});

test('the live portal has the labels from the relation to the certificate', async () => {
  browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  await follow('relationsManager');
  expectScreen('relationsManager', 'actingFor', 'grantor', 'adhereService', 'newRelation', 'acceptance');
  await browser.submit('Seleccionar', { [labels.actingFor]: company });
  await follow('newRelation');
  expectScreen('newRelation', 'grantor', 'serviceField', 'search');
  await search('serviceField');
  expectScreen('chooseService', 'arca');
  await follow('arca', 'interactiveServices', 'certificateAdministration');
  expectScreen('newRelation', 'certificateAdministration', 'representative');
  await search('representative');
  expectScreen('representative', 'grantor', 'serviceField', 'userCuit', 'confirm');
  await confirm({ [labels.userCuit]: person });
  expectScreen('newRelation', 'grantor', 'serviceField', 'representative', 'confirm');
  await confirm();
  expectScreen('form', 'relationDone', 'signAgainNotice');
  await browser.submit(labels.signOut);
  await logIn(browser, 'live', person);
  await follow('certificateAdministration');
  expectScreen('certificateAdministration', 'chooseTaxpayer');
  await browser.follow('Panadería La Espiga S.A. [30-12345678-1]');
  expectScreen('certificateAdministration', 'taxpayer', 'addAlias', 'aliasField', 'certificates');
  await follow('addAlias');
  expectScreen('addAlias', 'taxpayer', 'aliasField', 'requestFileField', 'browse', 'addAlias');
  const csr = new File([newApplicant().csr], 'solicitud.csr');
  await browser.submit(labels.addAlias, { [labels.aliasField]: newAlias(), [labels.requestFileField]: csr });
  await follow('view');
  expectScreen('certificateAdministration', 'taxpayer', 'aliasField', 'addCertificate', 'serialNumber');
  expectScreen('certificateAdministration', 'issueDate', 'expiryDate', 'status', 'valid', 'download');
  await follow('addCertificate');
  expectScreen('addCertificate', 'requestFileField', 'browse');
});

test('the live portal has the labels of the invoicing service and of a point of sale', async () => {
  browser = openBrowser(simulator.url);
  await logIn(browser, 'live', person);
  await follow('relationsManager');
  await browser.submit('Seleccionar', { [labels.actingFor]: company });
  await follow('newRelation');
  await search('serviceField');
  await follow('arca', 'webServices', 'electronicInvoicing');
  await search('representative');
  expectScreen('representative', 'webServiceNotice', 'fiscalComputer', 'userCuit', 'confirm');
  await confirm({ [labels.userCuit]: company });
  expectScreen('representative', 'sameGrantor');
  await browser.open('/live/portal/relaciones/designaciones');
  expectScreen('acceptance', 'grantor', 'serviceField', 'acceptedColumn');
  await browser.open('/live/portal');
  await follow('pointsAdministration');
  expectScreen('pointsAdministration', 'taxpayer', 'continueButton');
  await browser.submit(labels.continueButton, { [labels.taxpayer]: company });
  expectScreen('pointsAdministration', 'taxpayer', 'abm');
  await follow('abm');
  expectScreen('abm', 'addPoint', 'pointNumber', 'tradeName', 'system', 'addressField');
  await follow('addPoint');
  expectScreen('addPointForm', 'pointNumber', 'tradeName', 'system', 'addressField', 'accept');
  expectScreen('addPointForm', 'optionInscripto', 'optionMonotributo', 'optionExento', 'optionOnline');
});
