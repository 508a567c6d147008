import {
  type Answer,
  type Form,
  type Incoming,
  notFound,
  readForm,
  redirect,
} from '#simulator/http/exchange.ts';
import { Refusal } from '#simulator/refusal.ts';
import {
  authoriseAlias,
  authorizationDuplicate,
  findAuthorization,
} from '#simulator/registry/authorizations.ts';
import { delegate, findDelegation } from '#simulator/registry/delegations.ts';
import { lookUpTaxpayer } from '#simulator/registry/register.ts';
import { adhere, findWebService } from '#simulator/registry/services.ts';
import { represent } from '#simulator/registry/taxpayers.ts';
import { formatCuit, isPerson, parseCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import { certificateRoutes } from './certificates.ts';
import { homeRoutes, landingPage, shortcutRoutes } from './home.ts';
import { choosingField, type Html, hiddenField, html, portalPage, selectField, textField } from './page.ts';
import { pointOfSaleRoutes } from './points-of-sale.ts';
import {
  accept,
  actsForItself,
  branches,
  choiceValue,
  delegatesOf,
  offeredComputers,
  type Representative,
  readChoice,
  readRepresentative,
  receiptPage,
  type ServiceChoice,
  showDesignations,
} from './relations.ts';
import { grantorOptions, grantorsOf, otherTaxpayerForm } from './taxpayers.ts';
import { attempt, matchPath, nameOf, type PageRoute, type Visit, visitPage } from './visit.ts';
import { wsassRoutes } from './wsass.ts';

/** «Nueva Relación»: the service, then the representative, each chosen through its own «BUSCAR». */
function showNewRelation(visit: Visit, alert?: string): Answer {
  const { base, environment, session } = visit;
  const choice = readChoice(environment, parameter(visit, 'servicio'));
  const representative = readRepresentative(visit, parameter(visit, 'representante'));
  const body = html`<dl><dt>Autorizante (Dador)</dt><dd>${nameOf(visit, session.actingFor)}</dd></dl>
    ${searchGroup('Servicio', choice?.title, `${base}/relaciones/servicios`, hiddenField('para', 'nueva'))}
    ${choice ? searchRepresentative(base, choice, representative?.title) : undefined}
    ${
      choice && representative
        ? html`<form method="post" action="${base}/relaciones/nueva">
          ${hiddenField('servicio', choiceValue(choice))}${hiddenField('representante', representative.value)}
          <button>CONFIRMAR</button></form>`
        : undefined
    }`;
  return visitPage(visit, 'Nueva Relación', body, alert);
}

async function submitNewRelation(visit: Visit): Promise<Answer> {
  const choice = readChoice(visit.environment, visit.form.text('servicio'));
  const representative = readRepresentative(visit, visit.form.text('representante'));
  if (!choice || !representative) return redirect(`${visit.base}/relaciones/nueva`);
  const outcome = await attempt(() => relate(visit, choice, representative));
  if ('refused' in outcome) return showNewRelation(visit, outcome.refused);
  return receiptPage(visit, choice, representative);
}

function relate(visit: Visit, choice: ServiceChoice, { cuit, alias }: Representative): void {
  const { simulation, environment, session } = visit;
  const { person, actingFor } = session;
  if (choice.kind === 'interactive') {
    adhere(simulation, environment, {
      askedBy: person,
      person: cuit,
      represented: actingFor,
      service: choice.id,
    });
  } else if (alias === undefined) {
    const delegation = { representedCuit: actingFor, delegateCuit: cuit, service: choice.id };
    const known = findDelegation(simulation, delegation);
    // Modelled on the known sentence for an alias.
    if (known)
      throw new Refusal(
        `La autorizacion: (${cuit})-${actingFor}-ws://${choice.id}-${actingFor} ya existe`,
        409,
      );
    delegate(simulation, { ...delegation, askedBy: person });
  } else {
    const relation = { cuit, alias, representedCuit: actingFor, service: choice.id };
    const known = findAuthorization(simulation, environment, relation);
    if (known) throw new Refusal(authorizationDuplicate(known), 409);
    authoriseAlias(simulation, environment, { ...relation, authorisedBy: actingFor });
  }
}

function searchRepresentative(base: string, choice: ServiceChoice, title: string | undefined): Html {
  const field = hiddenField('servicio', choiceValue(choice));
  return searchGroup('Representante', title, `${base}/relaciones/representante`, field);
}

function searchGroup(label: string, value: string | undefined, action: string, field: Html): Html {
  return html`<fieldset><legend>${label}</legend><p>${value ?? '(sin seleccionar)'}</p>
    <form method="get" action="${action}">${field}<button>BUSCAR</button></form></fieldset>`;
}

function parameter({ incoming, form }: Visit, name: string): string {
  return incoming.query.get(name) ?? form.text(name);
}

const title = 'Administrador de Relaciones de Clave Fiscal';

function showRelations(visit: Visit, alert?: string): Answer {
  const { base, environment, session } = visit;
  const isLive = environment === 'live';
  // «Adherir servicio» is for oneself; for a company there is only «Nueva Relación».
  const isOwn = session.actingFor === session.person;
  const body = html`${isLive ? representedForm(visit) : undefined}
    <p>Autorizante (Dador): <strong>${nameOf(visit, session.actingFor)}</strong></p>
    <ul class="tiles">
      ${isOwn ? html`<li><a href="${base}/relaciones/servicios?para=adherir">Adherir servicio</a></li>` : undefined}
      <li><a href="${base}/relaciones/nueva">Nueva Relación</a></li>
      <li><a href="${base}/relaciones/designaciones">Aceptación de Designación</a></li>
    </ul>
    <h2>Relaciones vigentes</h2><ul>${currentRelations(visit)}</ul>
    ${isLive ? otherTaxpayerForm(visit, `${base}/relaciones/otro`) : undefined}`;
  return visitPage(visit, title, body, alert);
}

function chooseRepresented(visit: Visit): Answer {
  return actFor(visit, visit.form.text('representado')) ?? redirect(`${visit.base}/relaciones`);
}

/** Accepts any CUIT: the simulator does not check who represents whom. */
async function chooseOther(visit: Visit): Promise<Answer> {
  const { simulation, environment, session, form, base } = visit;
  const outcome = await attempt(() => represent(simulation, environment, session.person, form.text('otro')));
  if ('refused' in outcome) return showRelations(visit, outcome.refused);
  session.actingFor = outcome.done;
  return redirect(`${base}/relaciones`);
}

/**
 * `relationAdd.aspx?representado=…&servicename=ws://…`: «Nueva Relación» with company and service filled in.
 */
function startRelation(visit: Visit): Answer {
  const { query } = visit.incoming;
  const refused = actFor(visit, query.get('representado') ?? '');
  if (refused) return refused;
  const service = findWebService(query.get('servicename') ?? '');
  return redirect(`${visit.base}/relaciones/nueva${service ? `?servicio=ws:${service.id}` : ''}`);
}

/**
 * Sets the taxpayer the person acts for.
 * @returns a refusal if the person may not make relations for that taxpayer
 */
function actFor(visit: Visit, typed: string): Answer | undefined {
  const cuit = parseCuit(typed);
  if (!cuit || !grantorsOf(visit).includes(cuit)) {
    return showRelations(visit, 'No se encuentra habilitado para actuar en representación de ese CUIT');
  }
  visit.session.actingFor = cuit;
  return undefined;
}

function representedForm(visit: Visit): Html {
  const label = 'Actuando en representación de';
  const value = visit.session.actingFor;
  return html`<form method="post" action="${visit.base}/relaciones/representado">
    ${choosingField({ label, name: 'representado', value, options: grantorOptions(visit) })}</form>`;
}

function currentRelations(visit: Visit): Html[] {
  const { simulation, environment, session } = visit;
  const { adherences, authorizations, delegations } = simulation.offices[environment].records;
  const interactive = adherences
    .filter(({ represented }) => represented === session.actingFor)
    .map(
      ({ service, person, isPending }) =>
        html`<li>${service}: representante ${nameOf(visit, person)}${isPending ? ', pendiente' : ''}</li>`,
    );
  const web = authorizations
    .filter(({ representedCuit }) => representedCuit === session.actingFor)
    .map(
      ({ service, alias, cuit }) =>
        html`<li>ws://${service}: computador fiscal ${alias}, ${nameOf(visit, cuit)}</li>`,
    );
  const delegated = delegations
    .filter(({ representedCuit }) => representedCuit === session.actingFor)
    .map(
      ({ service, delegateCuit, isAccepted }) =>
        html`<li>ws://${service}: representante ${nameOf(visit, delegateCuit)}${isAccepted ? '' : ', pendiente'}</li>`,
    );
  return [...interactive, ...delegated, ...web];
}

const webServiceNotice =
  'El servicio que seleccionó es un WebService: corresponde que el representante sea un Computador Fiscal.';

function showRepresentative(visit: Visit, alert?: string): Answer {
  const { base, environment, session, form, incoming } = visit;
  const choice = readChoice(environment, incoming.query.get('servicio') ?? form.text('servicio'));
  if (!choice) return redirect(`${base}/relaciones/nueva`);
  const body = html`<dl><dt>Autorizante (Dador)</dt><dd>${nameOf(visit, session.actingFor)}</dd>
    <dt>Servicio</dt><dd>${choice.title}</dd></dl>
    <form method="post" action="${base}/relaciones/representante">${hiddenField('servicio', choiceValue(choice))}
    ${fields(visit, choice)}
    <button>CONFIRMAR</button></form>`;
  return visitPage(visit, 'Representante', body, alert);
}

async function chooseRepresentative(visit: Visit): Promise<Answer> {
  const choice = readChoice(visit.environment, visit.form.text('servicio'));
  if (!choice) return redirect(`${visit.base}/relaciones/nueva`);
  const outcome = await attempt(() => checkRepresentative(visit, choice));
  if ('refused' in outcome) return showRepresentative(visit, outcome.refused);
  const query = new URLSearchParams({ servicio: choiceValue(choice), representante: outcome.done });
  return redirect(`${visit.base}/relaciones/nueva?${query}`);
}

/** Prefills a delegate's own CUIT, as ARCA does, although it is the wrong choice (docs/authority.md#delegation). */
function fields(visit: Visit, choice: ServiceChoice): Html {
  const typed = visit.form.text('cuit');
  const [delegate] = delegatesOf(visit, choice);
  const user = textField({
    label: 'CUIT/CUIL/CDI Usuario',
    name: 'cuit',
    value: typed || (delegate ?? ''),
    ...(delegate ? { hint: nameOf(visit, delegate) } : {}),
  });
  if (choice.kind === 'interactive') return user;
  const options = offeredComputers(visit, choice).map(({ cuit, alias }) => ({
    value: `${cuit}-${alias}`,
    title: alias,
  }));
  const computer = html`<p class="notice">${webServiceNotice}</p>
    ${selectField({ label: 'Computador Fiscal', name: 'computador', options })}`;
  return delegate ? html`${user}${computer}` : html`${computer}${user}`;
}

function checkRepresentative(visit: Visit, choice: ServiceChoice): string {
  const typed = visit.form.text('computador');
  if (choice.kind === 'web-service' && typed !== '') {
    const computer = offeredComputers(visit, choice).find(
      ({ cuit, alias }) => typed === `${cuit}-${alias}` || typed === alias,
    );
    if (!computer) throw new Refusal('Debe seleccionar un Computador Fiscal');
    return `alias:${computer.cuit}-${computer.alias}`;
  }
  const cuit = parseCuit(visit.form.text('cuit'));
  if (!cuit) throw new Refusal('Número de CUIL/CUIT incorrecto');
  if (cuit === visit.session.actingFor || delegatesOf(visit, choice).includes(cuit)) {
    throw new Refusal('El dador de la autorización no debe ser igual al autorizado');
  }
  checkDesignation(visit, choice, cuit);
  return `cuit:${cuit}`;
}

function checkDesignation(visit: Visit, { kind }: ServiceChoice, cuit: string): void {
  const { simulation, environment } = visit;
  if (!actsForItself(visit)) throw new Refusal('No se encuentra habilitado para designar representantes');
  if (kind === 'interactive' && !isPerson(cuit)) {
    throw new Refusal('Este simulador no admite ese representante: una empresa no tiene Clave Fiscal propia');
  }
  if (!lookUpTaxpayer(simulation, environment, cuit)) throw new Refusal('Número de CUIL/CUIT incorrecto');
}

/** ARCA -> Servicios Interactivos | WebServices -> the service, one click each. */
function showServiceTree(visit: Visit): Answer {
  const { base, environment, incoming } = visit;
  const purpose = incoming.query.get('para') === 'adherir' ? 'adherir' : 'nueva';
  const here = `${base}/relaciones/servicios?para=${purpose}`;
  const isOpen = incoming.query.get('organismo') === 'ARCA';
  const branch = branches(environment).find(({ id }) => id === incoming.query.get('grupo'));
  const services = branch?.services.map((choice) => {
    const page = purpose === 'adherir' && choice.kind === 'interactive' ? 'adherir' : 'nueva';
    return html`<li><a href="${base}/relaciones/${page}?servicio=${choiceValue(choice)}">${choice.title}</a></li>`;
  });
  const groups = branches(environment).map(
    ({ id, title }) => html`<li><a href="${here}&organismo=ARCA&grupo=${id}">${title}</a>
      ${id === branch?.id && services ? html`<ul>${services}</ul>` : undefined}</li>`,
  );
  const isAdherence = purpose === 'adherir';
  const body = html`${isAdherence ? html`<p>Seleccione el servicio</p>` : undefined}
    <ul class="tree"><li><a href="${here}&organismo=ARCA">ARCA</a>${isOpen ? html`<ul>${groups}</ul>` : undefined}</li></ul>`;
  return visitPage(visit, isAdherence ? 'Adherir servicio' : 'Seleccione el servicio', body);
}

function showAdherence(visit: Visit, alert?: string): Answer {
  const text = visit.incoming.query.get('servicio') ?? visit.form.text('servicio');
  const choice = readChoice(visit.environment, text);
  if (!choice) return redirect(`${visit.base}/relaciones`);
  const body = html`<p>Servicio: <strong>${choice.title}</strong></p>
    <form method="post" action="${visit.base}/relaciones/adherir">${hiddenField('servicio', choiceValue(choice))}
    <button>CONFIRMAR</button></form>`;
  return visitPage(visit, 'Adherir servicio', body, alert);
}

async function submitAdherence(visit: Visit): Promise<Answer> {
  const { simulation, environment, session, form } = visit;
  const choice = readChoice(environment, form.text('servicio'));
  if (choice?.kind !== 'interactive') return redirect(`${visit.base}/relaciones`);
  const { person } = session;
  const adherence = { askedBy: person, person, represented: person, service: choice.id };
  const outcome = await attempt(() => adhere(simulation, environment, adherence));
  if ('refused' in outcome) return showAdherence(visit, outcome.refused);
  const title = nameOf(visit, person);
  return receiptPage(visit, choice, { value: `cuit:${person}`, cuit: person, title });
}

/** Administrador de Relaciones: docs/authority.md#sandbox-portal, docs/authority.md#live-portal 1 and 3. */
const relationRoutes: PageRoute[] = [
  { method: 'GET', path: '/relaciones', show: (visit) => showRelations(visit) },
  { method: 'POST', path: '/relaciones/representado', show: chooseRepresented },
  { method: 'POST', path: '/relaciones/otro', show: chooseOther },
  { method: 'GET', path: '/relaciones/agregar', show: startRelation },
  { method: 'GET', path: '/relaciones/designaciones', show: showDesignations },
  { method: 'POST', path: '/relaciones/designaciones', show: accept },
  { method: 'GET', path: '/relaciones/servicios', show: showServiceTree },
  { method: 'GET', path: '/relaciones/adherir', show: (visit) => showAdherence(visit) },
  { method: 'POST', path: '/relaciones/adherir', show: submitAdherence },
  { method: 'GET', path: '/relaciones/nueva', show: (visit) => showNewRelation(visit) },
  { method: 'POST', path: '/relaciones/nueva', show: submitNewRelation },
  { method: 'GET', path: '/relaciones/representante', show: (visit) => showRepresentative(visit) },
  { method: 'POST', path: '/relaciones/representante', show: chooseRepresentative },
];

const routes: Record<Environment, PageRoute[]> = {
  sandbox: [...homeRoutes, ...shortcutRoutes, ...relationRoutes, ...wsassRoutes],
  live: [...homeRoutes, ...shortcutRoutes, ...relationRoutes, ...certificateRoutes, ...pointOfSaleRoutes],
};

/** Without a session only the login is shown (docs/authority.md#the-portal). */
export async function answerPortal(
  simulation: Simulation,
  environment: Environment,
  incoming: Incoming,
): Promise<Answer> {
  const base = `/${environment}/portal`;
  const path = incoming.path.slice(base.length).replace(/\/$/, '');
  const form = await readForm(incoming);
  if (path === '/ca.pem') return bundle(simulation, environment);
  if (path === '/ingresar' && incoming.method === 'POST') return submitLogin(simulation, environment, form);
  const sessionId = cookieOf(environment, incoming.headers.cookie);
  if (path === '/salir') {
    simulation.sessions.close(sessionId);
    return redirect(base, { 'set-cookie': clearedCookie(environment) });
  }
  const session = simulation.sessions.find(environment, sessionId);
  if (!session) {
    const system = incoming.query.get('system') ?? '';
    return path === '' || path === '/entrar' ? showLogin(environment, { system }) : redirect(base);
  }
  for (const route of routes[environment]) {
    const params = route.method === incoming.method ? matchPath(route.path, path) : undefined;
    if (params) return route.show({ simulation, environment, session, incoming, params, form, base });
  }
  return notFound();
}

function bundle(simulation: Simulation, environment: Environment): Answer {
  const body = simulation.offices[environment].authority.bundle;
  return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body };
}

const warning = html`<p class="notice"><strong>Esto es un simulador.</strong> No escribas acá tu Clave Fiscal
  verdadera: cualquier clave sirve y ninguna se guarda.</p>`;
const loginTitle = 'Ingresar con Clave Fiscal';

/** `system`: service to open after the login, named by a shortcut. */
type LoginForm = { system: string; typed?: string; alert?: string };

function showLogin(environment: Environment, { system, typed = '', alert }: LoginForm): Answer {
  const body = html`${warning}<form method="post" action="/${environment}/portal/ingresar">
    ${hiddenField('system', system)}
    ${textField({ label: 'CUIT/CUIL', name: 'cuit', value: typed, hint: 'La de una persona. Por ejemplo 20-12345678-6.' })}
    <button>Siguiente</button></form>`;
  return portalPage({ environment, title: loginTitle, body, alert });
}

/** Two screens, as in the real portal: the CUIT, then the clave. Any clave is accepted and none is stored. */
function submitLogin(simulation: Simulation, environment: Environment, form: Form): Answer {
  const [typed, system] = [form.text('cuit'), form.text('system')];
  const cuit = parseCuit(typed);
  if (!cuit) return showLogin(environment, { system, typed, alert: 'Número de CUIL/CUIT incorrecto' });
  if (!isPerson(cuit)) {
    const alert = 'Ingresá con la CUIT/CUIL de la persona: una empresa no tiene Clave Fiscal propia.';
    return showLogin(environment, { system, typed, alert });
  }
  if (form.text('clave') === '') return showPassword(environment, cuit, system);
  const { records } = simulation.offices[environment];
  const adherences = records.adherences.filter(({ person, isPending }) => person === cuit && !isPending);
  const id = simulation.sessions.open({ environment, person: cuit, actingFor: cuit, adherences });
  const attributes = `Path=/${environment}/portal; HttpOnly; SameSite=Lax`;
  return redirect(landingPage(environment, system), {
    'set-cookie': `${cookieName(environment)}=${id}; ${attributes}`,
  });
}

function cookieOf(environment: Environment, header: string | undefined): string | undefined {
  const cookies = (header ?? '').split(';').map((cookie) => cookie.trim().split('=', 2));
  return cookies.find(([name]) => name === cookieName(environment))?.[1];
}

function clearedCookie(environment: Environment): string {
  return `${cookieName(environment)}=; Path=/${environment}/portal; Max-Age=0`;
}

function showPassword(environment: Environment, cuit: string, system: string): Answer {
  const body = html`${warning}<form method="post" action="/${environment}/portal/ingresar">
    ${hiddenField('cuit', cuit)}${hiddenField('system', system)}<p>CUIT/CUIL ${formatCuit(cuit)}</p>
    <p class="field"><label for="clave">Clave</label>
    <input id="clave" name="clave" type="password" autocomplete="off"></p>
    <button>Ingresar</button></form>`;
  return portalPage({ environment, title: loginTitle, body });
}

function cookieName(environment: Environment): string {
  return `clave_${environment}`;
}
