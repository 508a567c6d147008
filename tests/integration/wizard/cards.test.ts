import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { wholeGuide } from '#app/reg/[ref]/guide.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Registration, Voice } from '#lib/registrations/registration.ts';
import { newAlias, newApplicant } from '#tests/integration/simulator/applicant.ts';
import { openBrowser, type PortalBrowser } from '#tests/integration/simulator/portal-browser.ts';
import { formatCuit, newCuit } from '#tests/support/new-cuit.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { now, registrationAt } from '#tests/unit/wizard/registrations.ts';

const { portal } = textsIn('es-AR');

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

/** Who does it, for whom, under which alias. */
interface Scene {
  environment: Environment;
  voice: Voice;
  person: string;
  supplier: { name: string; cuit: string };
  alias: string;
}

/** Goes the whole way in the portal, also for exports, and keeps what each card's screen showed: `certificado/formulario` -> its text. */
class Walk {
  readonly seen = new Map<string, string>();
  private readonly browser: PortalBrowser;
  private readonly scene: Scene;
  constructor(scene: Scene) {
    this.scene = scene;
    this.browser = openBrowser(simulator.url);
  }

  private see(card: string) {
    const text = this.browser
      .page()
      .html.replace(/<[^>]*?(?:placeholder="([^"]*)")?>/g, '\n$1')
      .replace(/&quot;/g, '"');
    this.seen.set(card, `${this.seen.get(card) ?? ''}\n${text}`);
  }

  /** Taps one after the other, each on a screen of the card. */
  private async follow(card: string, ...labels: string[]) {
    for (const label of labels) {
      this.see(card);
      await this.browser.follow(label);
    }
  }

  private async submit(
    card: string,
    label: string,
    values: Record<string, string | File> = {},
    group?: string,
  ) {
    this.see(card);
    await this.browser.submit(label, values, group);
  }

  async logIn(card?: string) {
    const { environment, person } = this.scene;
    await this.browser.open(`/${environment}/portal`);
    if (card) this.see(card);
    await this.browser.submit(portal.next, { [portal.cuitOrCuil]: person });
    if (card) this.see(card);
    await this.browser.submit(portal.signIn, { [portal.keyField]: 'x' });
  }

  private home = () => this.browser.open(`/${this.scene.environment}/portal`);

  private async openRelation(step: string) {
    await this.follow(`${step}/inicio`, portal.relationsManager);
    if (this.scene.voice !== 'self') {
      await this.submit(`${step}/relacion`, 'Seleccionar', { [portal.actingFor]: this.scene.supplier.cuit });
    }
    await this.follow(`${step}/relacion`, portal.newRelation);
  }

  async enable(service: string) {
    await this.logIn('habilitar/ingreso');
    if (this.scene.voice === 'self' || this.scene.environment === 'sandbox') {
      await this.follow('habilitar/inicio', portal.relationsManager);
      await this.follow('habilitar/adherir', portal.adhereService);
      await this.follow('habilitar/servicio', portal.arca, portal.interactiveServices, service);
      await this.submit('habilitar/confirmar', portal.confirm);
    } else {
      await this.openRelation('habilitar');
      await this.submit('habilitar/servicio', portal.search, {}, portal.serviceField);
      await this.follow('habilitar/servicio', portal.arca, portal.interactiveServices, service);
      await this.submit('habilitar/representante', portal.search, {}, portal.representative);
      await this.submit('habilitar/representante', portal.confirm, { [portal.userCuit]: this.scene.person });
      await this.submit('habilitar/confirmar', portal.confirm);
    }
    await this.submit('habilitar/salir', portal.signOut);
    await this.logIn();
    this.see('habilitar/salir');
  }

  async certify() {
    const { alias, environment } = this.scene;
    const { csr } = newApplicant();
    await this.home();
    if (environment === 'sandbox') {
      await this.follow('certificado/abrir', portal.wsass);
      await this.follow('certificado/menu', portal.newCertificate);
      await this.submit('certificado/formulario', portal.createDn, {
        [portal.dnName]: alias,
        [portal.csrField]: csr,
      });
      return this.see('certificado/resultado');
    }
    await this.follow('certificado/abrir', portal.certificateAdministration);
    await this.follow('certificado/contribuyente', this.taxpayer());
    await this.follow('certificado/agregar', portal.addAlias);
    await this.submit('certificado/formulario', portal.addAlias, {
      [portal.aliasField]: alias,
      [portal.requestFileField]: new File([csr], 'solicitud.csr'),
    });
    await this.follow('subir/ver', portal.view);
    this.see('subir/descargar');
  }

  async authorise() {
    const { alias, environment, supplier } = this.scene;
    await this.home();
    if (environment === 'sandbox') {
      await this.browser.follow(portal.wsass);
      await this.follow('autorizar/menu', portal.createAuthorisation);
      await this.submit('autorizar/formulario', portal.createAccess, {
        [portal.dnToAuthorise]: alias,
        [portal.representedCuit]: supplier.cuit,
        [portal.serviceToAccess]: 'wsfe',
      });
      this.see('autorizar/formulario');
      await this.follow('autorizar/otro-menu', portal.createAuthorisation);
      await this.submit('autorizar/exportacion', portal.createAccess, {
        [portal.dnToAuthorise]: alias,
        [portal.representedCuit]: supplier.cuit,
        [portal.serviceToAccess]: 'wsfex',
      });
      return this.see('autorizar/exportacion');
    }
    await this.openRelation('autorizar');
    await this.submit('autorizar/servicio', portal.search, {}, portal.serviceField);
    await this.follow('autorizar/servicio', portal.arca, portal.webServices, portal.electronicInvoicing);
    await this.submit('autorizar/representante', portal.search, {}, portal.representative);
    await this.submit('autorizar/representante', portal.confirm, { [portal.fiscalComputer]: alias });
    await this.submit('autorizar/confirmar', portal.confirm);
    await this.relateExports('autorizar', { [portal.fiscalComputer]: alias });
  }

  /** The second relation, from the receipt of the first. */
  private async relateExports(step: string, representative: Record<string, string>) {
    await this.follow(`${step}/otra-relacion`, portal.backLink, portal.newRelation);
    await this.submit(`${step}/otro-servicio`, portal.search, {}, portal.serviceField);
    await this.follow(`${step}/otro-servicio`, portal.arca, portal.webServices, portal.exportInvoicing);
    await this.submit(`${step}/otro-representante`, portal.search, {}, portal.representative);
    await this.submit(`${step}/otro-representante`, portal.confirm, representative);
    await this.submit(`${step}/otro-representante`, portal.confirm);
  }

  /** In place of all of the above but the point of sale: the relation with the company that acts. */
  async delegate(delegateCuit: string) {
    await this.logIn('delegar/ingreso');
    await this.openRelation('delegar');
    await this.submit('delegar/servicio', portal.search, {}, portal.serviceField);
    await this.follow('delegar/servicio', portal.arca, portal.webServices, portal.electronicInvoicing);
    await this.submit('delegar/representante', portal.search, {}, portal.representative);
    await this.submit('delegar/representante', portal.confirm, { [portal.userCuit]: delegateCuit });
    await this.submit('delegar/confirmar', portal.confirm);
    await this.relateExports('delegar', { [portal.userCuit]: delegateCuit });
  }

  async addPoint() {
    const { supplier } = this.scene;
    await this.home();
    await this.follow('puntos-de-venta/inicio', portal.pointsAdministration);
    await this.submit('puntos-de-venta/contribuyente', portal.continueButton, {
      [portal.taxpayer]: supplier.cuit,
    });
    await this.follow('puntos-de-venta/abm', portal.abm);
    await this.follow('puntos-de-venta/agregar', portal.addPoint);
    this.see('puntos-de-venta/formulario');
    await this.submit('puntos-de-venta/formulario', portal.accept, {
      [portal.pointNumber]: '1',
      [portal.tradeName]: supplier.name,
      [portal.system]: 'RECE',
      [portal.addressField]: this.browser.options(portal.addressField).at(-1) ?? '',
    });
    await this.follow('puntos-de-venta/agregar-otro', portal.addPoint);
    this.see('puntos-de-venta/exportacion');
  }

  private taxpayer = () => `${this.scene.supplier.name} [${formatCuit(this.scene.supplier.cuit)}]`;
}

async function sceneOf(environment: Environment, voice: Voice): Promise<Scene> {
  const person = newCuit('27');
  const name = voice === 'self' ? 'Beltrán Ana' : 'Panadería La Espiga S.R.L.';
  const cuit = voice === 'self' ? person : newCuit('30');
  // The simulator's people have their surname last, and its portal lists it first.
  const given = voice === 'self' ? 'Ana Beltrán' : name;
  await simulator.addTaxpayer(environment, { cuit, name: given });
  return { environment, voice, person, supplier: { name, cuit }, alias: newAlias() };
}

/** Words that a card tells to tap, and its screen does not have. */
function missingWords(walk: Walk, registration: Registration): string[] {
  const t = textsIn('es-AR', registration.link.voice ?? 'self');
  const missing: string[] = [];
  for (const { slug, cards } of wholeGuide({ registration, basePath: '/reg/abc', t, now })) {
    const screens = cards.flatMap(({ screens }) => screens);
    for (const card of screens.filter(({ drawing }) => drawing !== undefined)) {
      const shown = walk.seen.get(`${slug}/${card.id}`);
      if (shown === undefined) missing.push(`${slug}/${card.id} is a screen that the portal does not have`);
      for (const label of card.taps.flatMap((key) => quoted(t.plain(key, card.values)))) {
        if (!shown?.includes(label)) missing.push(`${slug}/${card.id}: ${label}`);
      }
    }
  }
  return missing;
}

/** What a card tells to tap is quoted; the portal's words are found on its screen. */
const quoted = (text: string) => [...text.matchAll(/“([^”]+)”/g)].map(([, label = '']) => label);

test.each(
  (['sandbox', 'live'] as const).flatMap((environment) =>
    (['self', 'company', 'client'] as const).map((voice) => [environment, voice] as const),
  ),
)(
  'the cards in %s, for the voice %s, have the labels of the portal’s screens',
  async (environment, voice) => {
    const scene = await sceneOf(environment, voice);
    const walk = new Walk(scene);
    await walk.enable(environment === 'sandbox' ? portal.wsass : portal.certificateAdministration);
    await walk.certify();
    await walk.authorise();
    if (environment === 'live') await walk.addPoint();

    const link = { id: 'l', scope: 'full', expiresAt: now, voice } as const;
    const registration = registrationAt('details-confirmed', environment, {
      services: ['wsfe', 'wsfex'],
      link,
      supplier: scene.supplier,
      request: { alias: scene.alias, csr: '', createdAt: now },
    });
    expect(missingWords(walk, registration)).toEqual([]);
  },
);

test.each(['self', 'company', 'client'] as const)(
  'the delegation cards for the voice %s have the labels of the portal’s screens',
  async (voice) => {
    const scene = await sceneOf('live', voice);
    const delegate = { name: 'Facturas del Sur S.A.', cuit: newCuit('30') };
    await simulator.addTaxpayer('live', delegate);
    const walk = new Walk(scene);
    await walk.delegate(delegate.cuit);
    await walk.addPoint();
    const registration = registrationAt('details-confirmed', 'live', {
      mode: 'delegation',
      way: 'delegation',
      services: ['wsfe', 'wsfex'],
      link: { id: 'l', scope: 'full', expiresAt: now, voice },
      supplier: scene.supplier,
      accountHolder: { name: 'Mercado Sur', delegate },
    });
    expect(missingWords(walk, registration)).toEqual([]);
  },
);
