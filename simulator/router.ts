import { type Fault, type FaultTarget, faultKinds, faultTargets } from '#simulator/control/faults.ts';
import {
  type Answer,
  answer,
  type Incoming,
  jsonAnswer,
  notFound,
  pageAnswer,
  readJson,
} from '#simulator/http/exchange.ts';
import { findShortcut } from '#simulator/portal/home.ts';
import { documentText, html } from '#simulator/portal/page.ts';
import { registerTaxpayer } from '#simulator/registry/taxpayers.ts';
import { answerWsaa } from '#simulator/wsaa/service.ts';
import { announceEvent, listVouchers, setIssuerProblem } from './control/invoicing.ts';
import { type Environment, isEnvironment } from './environment.ts';
import { answerPadron } from './padron/service.ts';
import { answerPortal } from './portal/portal.ts';
import {
  pointOfSaleSystems,
  type TaxpayerRecord,
  taxpayerKinds,
  taxpayerSizes,
  taxpayerStates,
  vatStatuses,
} from './records.ts';
import { Refusal } from './refusal.ts';
import { addCertificate, createAlias } from './registry/certificates.ts';
import { flag, type Input, instant, oneOf, text, texts } from './registry/input.ts';
import { addPointOfSale, emissionTypes } from './registry/points-of-sale.ts';
import { answerRelations } from './registry/relations-api.ts';
import { resetSimulation, type Simulation } from './simulation.ts';
import { answerWsfe } from './wsfe/service.ts';
import { decideCreditInvoice } from './wsfecred/credit-invoices.ts';
import { answerWsfecred } from './wsfecred/service.ts';
import { answerWsfex } from './wsfex/service.ts';

export type Service = { environment: Environment; target: FaultTarget };
export type Route = {
  /** Set for the web services, the only routes that faults apply to. */
  service?: Service;
  run(): Answer | Promise<Answer>;
};

export function findRoute(simulation: Simulation, incoming: Incoming): Route {
  const { path, method } = incoming;
  if (path === '/' && method === 'GET') return { run: () => pageAnswer(200, indexPage(incoming.origin)) };
  if (path === '/portal.css') return { run: () => answer(200, 'text/css; charset=utf-8', stylesheet) };
  if (path.startsWith('/control/'))
    return { run: () => refusedAsJson(() => answerControl(simulation, incoming)) };
  const [, environment, ...rest] = path.split('/');
  if (!isEnvironment(environment)) return { run: notFound };
  const local = rest.join('/');
  if (local.toLowerCase() === 'ws/services/logincms') {
    return {
      service: { environment, target: 'wsaa' },
      run: () => answerWsaa(simulation, environment, incoming),
    };
  }
  if (local.toLowerCase() === 'wsfev1/service.asmx') {
    return {
      service: { environment, target: 'wsfe' },
      run: () => answerWsfe(simulation, environment, incoming),
    };
  }
  if (local.toLowerCase() === 'wsfexv1/service.asmx') {
    return {
      service: { environment, target: 'wsfex' },
      run: () => answerWsfex(simulation, environment, incoming),
    };
  }
  if (local.toLowerCase() === 'sr-padron/webservices/personaservicea5') {
    return {
      service: { environment, target: 'padron' },
      run: () => answerPadron(simulation, environment, incoming),
    };
  }
  if (local.toLowerCase() === 'wsfecred/fecredservice') {
    return {
      service: { environment, target: 'wsfecred' },
      run: () => answerWsfecred(simulation, environment, incoming),
    };
  }
  const resource = /^portal\/api\/([a-z/-]+)$/.exec(local)?.[1];
  if (resource) {
    return { run: () => refusedAsJson(() => answerPortalApi(simulation, environment, resource, incoming)) };
  }
  if (rest[0] === 'portal') return { run: () => answerPortal(simulation, environment, incoming) };
  const shortcut = method === 'GET' ? findShortcut(environment, local, incoming.query) : undefined;
  return { run: () => shortcut ?? notFound() };
}

function refusedAsJson(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return jsonAnswer(error.status, { error: error.message });
    throw error;
  }
}

const yearSeconds = 365 * 86_400;
/**
 * Limits of the clock's offset. Ahead: certificates use UTCTime, which ends in 2049. Back: older than all recordings.
 */
const [furthestBack, furthestAhead] = [-30 * yearSeconds, 10 * yearSeconds];

/** `/control/*`: lets tests make the authority misbehave. ARCA has nothing like it. */
function answerControl(simulation: Simulation, incoming: Incoming): Answer {
  const action = `${incoming.method} ${incoming.path.slice('/control/'.length)}`;
  switch (action) {
    case 'POST faults':
      return planFault(simulation, readJson(incoming));
    case 'GET stats':
      return jsonAnswer(200, simulation.stats.read());
    case 'POST reset':
      resetSimulation(simulation);
      return jsonAnswer(200, { now: simulation.clock.now().toISOString() });
    case 'POST clock':
      shiftClock(simulation, readJson(incoming));
      return jsonAnswer(200, { now: simulation.clock.now().toISOString() });
    case 'POST propagation':
      simulation.propagation.seconds = requireNumber(readJson(incoming), 'seconds');
      return jsonAnswer(200, { seconds: simulation.propagation.seconds });
    case 'POST processing':
      simulation.processing.milliseconds = requireNumber(readJson(incoming), 'milliseconds');
      return jsonAnswer(200, simulation.processing);
    case 'POST lots':
      simulation.lots.vouchers = requireNumber(readJson(incoming), 'vouchers');
      return jsonAnswer(200, simulation.lots);
    case 'POST issuers':
      return setIssuerProblem(simulation, readJson(incoming));
    case 'POST events':
      return announceEvent(simulation, readJson(incoming));
    case 'POST credit-invoices':
      return decideCreditInvoice(simulation, readJson(incoming));
    case 'GET vouchers':
      return listVouchers(simulation, incoming);
    default:
      return notFound();
  }
}

function planFault(simulation: Simulation, input: Record<string, unknown>): Answer {
  const { environment, code, ending } = input;
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  const target = faultTargets.find((name) => name === input.target);
  if (!target) throw new Refusal(`target: ${faultTargets.join(' | ')}`, 400);
  const kind = faultKinds.find((name) => name === input.kind);
  if (!kind) throw new Refusal(`kind: ${faultKinds.join(' | ')}`, 400);
  const count = input.count === undefined ? 1 : requireNumber(input, 'count');
  if (!Number.isInteger(count) || count < -1 || count === 0) {
    throw new Refusal('count: a positive integer, or -1 until a reset', 400);
  }
  const fault: Fault = { environment, target, kind };
  if (code !== undefined) fault.code = String(code);
  if (ending === 'broken') fault.ending = ending;
  if (input.operation !== undefined) fault.operation = String(input.operation);
  if (input.delay_ms !== undefined) fault.delayMs = requireNumber(input, 'delay_ms');
  simulation.faults.plan(fault, count);
  return jsonAnswer(201, { ...fault, count });
}

function shiftClock(simulation: Simulation, input: Record<string, unknown>): void {
  const offsetSeconds = requireNumber(input, 'offset_seconds');
  if (offsetSeconds < furthestBack || offsetSeconds > furthestAhead)
    throw new Refusal('offset_seconds: at most thirty years back or ten years ahead', 400);
  simulation.clock.shift(offsetSeconds);
}

function requireNumber(input: Record<string, unknown>, name: string): number {
  const value = input[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Refusal(`${name}: a number`, 400);
  return value;
}

/** `GET /`: overview for a person who opens the simulator's address in a browser. */
function indexPage(origin: string): string {
  return documentText(
    'Inicio',
    html`<header class="top"><a href="/">Simulador de ARCA</a></header><main>
<h1>Simulador de ARCA</h1>
<p>Imita los portales y los web services de la autoridad fiscal para probar Alta sin conectarse con nadie.</p>
<ul class="tiles">
  <li><a href="/sandbox/portal">Portal de homologación (WSASS)</a></li>
  <li><a href="/live/portal">Portal de producción</a></li>
</ul>
<h2>Web services</h2>
<ul>
  <li>WSAA: <code>${origin}/sandbox/ws/services/LoginCms</code>, <code>${origin}/live/ws/services/LoginCms</code></li>
  <li>WSFE: <code>${origin}/sandbox/wsfev1/service.asmx</code>, <code>${origin}/live/wsfev1/service.asmx</code></li>
  <li>WSFEX: <code>${origin}/sandbox/wsfexv1/service.asmx</code>, <code>${origin}/live/wsfexv1/service.asmx</code></li>
  <li>Padrón: <code>${origin}/sandbox/sr-padron/webservices/personaServiceA5</code>, <code>${origin}/live/sr-padron/webservices/personaServiceA5</code></li>
  <li>Registro de Facturas de Crédito: <code>${origin}/sandbox/wsfecred/FECredService</code>, <code>${origin}/live/wsfecred/FECredService</code></li>
  <li>Autoridades certificantes: <a href="/sandbox/portal/ca.pem">homologación</a>, <a href="/live/portal/ca.pem">producción</a></li>
</ul>
<h2>Para scripts</h2>
<table>
<tr><td><code>POST /E/portal/api/certificates</code></td><td>cuit, alias, csr, adding_to_alias, not_before, not_after</td></tr>
<tr><td><code>POST /E/portal/api/authorizations</code></td><td>cuit, alias, represented_cuit, service; con DELETE se elimina</td></tr>
<tr><td><code>POST /live/portal/api/delegations</code></td><td>cuit, represented_cuit, delegate_cuit, service: un contribuyente designa a otro; con DELETE se revoca</td></tr>
<tr><td><code>POST /live/portal/api/delegations/accept</code></td><td>lo mismo: la designación se acepta</td></tr>
<tr><td><code>POST /E/portal/api/points-of-sale</code></td><td>cuit, number, system</td></tr>
<tr><td><code>POST /E/portal/api/taxpayers</code></td><td>cuit, name, address, represented_by, kind, state, vat_status, exporter, exists: lo que el portal y el padrón saben de un contribuyente</td></tr>
<tr><td><code>POST /control/faults</code></td><td>environment, target (wsaa, wsfe, wsfex, padron, wsfecred), kind (timeout, reset, http-503, html, truncated, fault, lost-answer, slow), operation, code, count, ending, delay_ms</td></tr>
<tr><td><code>GET /control/stats</code></td><td>logins, logins rechazados, CAE y pedidos a cada servicio, por ambiente</td></tr>
<tr><td><code>POST /control/clock</code></td><td>offset_seconds</td></tr>
<tr><td><code>POST /control/propagation</code></td><td>seconds</td></tr>
<tr><td><code>POST /control/processing</code></td><td>milliseconds que tarda cada autorización; mientras tanto, otra de la misma serie es un 502</td></tr>
<tr><td><code>POST /control/lots</code></td><td>vouchers: cuántos comprobantes admite un pedido</td></tr>
<tr><td><code>POST /control/issuers</code></td><td>environment, cuit, problem (01 a 11 del error 10000, o null)</td></tr>
<tr><td><code>POST /control/credit-invoices</code></td><td>environment, cuit, document_type, point_of_sale, number, decision (accepted, accepted-by-silence, rejected), reason: lo que hizo el cliente con una FCE</td></tr>
<tr><td><code>POST /control/events</code></td><td>environment, code, message: un aviso (<code>Evt</code>) en cada respuesta de WSFE y WSFEX</td></tr>
<tr><td><code>GET /control/vouchers</code></td><td>environment, cuit: lo autorizado</td></tr>
<tr><td><code>POST /control/reset</code></td><td>olvida fallas, reloj, avisos y cuentas; conserva certificados y comprobantes</td></tr>
</table></main>`,
  );
}

/** Served at /portal.css. Plain on purpose; blue is production, ochre is homologación. */
const stylesheet = `
:root { --ink: #22303c; --line: #c9d2da; --blue: #16527d; --ochre: #8a5a00; --ground: #f3f5f7; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header.top { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; align-items: center;
  padding: .75rem 1.5rem; background: var(--blue); color: #fff; }
header.sandbox { background: var(--ochre); }
header.top a { color: #fff; font-weight: 600; text-decoration: none; }
.user { display: flex; gap: .75rem; align-items: center; margin: 0; }
main { max-width: 58rem; margin: 1.5rem auto; padding: 1.5rem; background: #fff; border: 1px solid var(--line); }
h1 { margin-top: 0; font-size: 1.5rem; } h2 { font-size: 1.15rem; }
a { color: var(--blue); }
nav.menu { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .5rem 0 1rem; border-bottom: 1px solid var(--line); }
fieldset { border: 1px solid var(--line); padding: 1rem; margin: 1rem 0; }
legend { font-weight: 600; padding: 0 .5rem; }
.field { display: grid; gap: .25rem; margin: 0 0 1rem; } .field small { color: #566673; }
input:not([type=file]), select, textarea { font: inherit; padding: .45rem .6rem; border: 1px solid #8d9aa5; border-radius: 2px;
  width: 100%; background: #fff; color: inherit; }
input[readonly] { background: #eceff2; }
textarea { font-family: ui-monospace, monospace; font-size: .85rem; }
button { font: inherit; padding: .5rem 1.1rem; border: 0; border-radius: 2px; background: var(--blue); color: #fff; cursor: pointer; }
button.plain { background: none; border: 1px solid currentColor; padding: .2rem .7rem; }
:focus-visible { outline: 3px solid #f2b134; outline-offset: 2px; }
.alert { padding: .75rem 1rem; border-left: 5px solid #a3211b; background: #fbe9e8; }
.notice { padding: .75rem 1rem; border-left: 5px solid #f2b134; background: #fff6e0; }
.done { padding: .75rem 1rem; border-left: 5px solid #24704a; background: #e8f4ed; overflow-wrap: anywhere; }
.tiles { list-style: none; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.tiles a { display: block; padding: 1rem; border: 1px solid var(--line); min-height: 5rem; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .45rem .7rem; border-bottom: 1px solid var(--line); }
footer { max-width: 58rem; margin: 0 auto 2rem; padding: 0 1.5rem; font-size: .85rem; color: #566673; }
table.wide th, table.wide td { white-space: nowrap; }
.file span { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.browse { padding: .4rem .9rem; border: 1px solid #8d9aa5; border-radius: 2px; background: #eceff2; cursor: pointer; }
input[type=file]::file-selector-button { display: none; }
.tree, .tree ul { list-style: none; padding-left: 1rem; } .tree a { display: inline-block; padding: .4rem 0; }
.extra { margin-top: 2rem; padding: 1rem; border: 2px dashed #8d9aa5; }
.extra button { color: var(--blue); }
code { overflow-wrap: anywhere; }
`;

/** `/E/portal/api/*`: the portal for scripts, without sessions and pages. */
function answerPortalApi(
  simulation: Simulation,
  environment: Environment,
  resource: string,
  incoming: Incoming,
): Answer {
  switch (`${incoming.method} ${resource}`) {
    case 'POST certificates':
      return issue(simulation, environment, readJson(incoming));
    case 'POST points-of-sale':
      return registerPointOfSale(simulation, environment, readJson(incoming));
    case 'POST taxpayers':
      return storeTaxpayer(simulation, environment, readJson(incoming));
    default:
      return answerRelations(simulation, environment, resource, incoming) ?? notFound();
  }
}

function issue(simulation: Simulation, environment: Environment, input: Input): Answer {
  const application = {
    cuit: text(input, 'cuit'),
    alias: text(input, 'alias'),
    csr: text(input, 'csr'),
    validity: {
      ...(input.not_before === undefined ? {} : { notBefore: instant(input, 'not_before') }),
      ...(input.not_after === undefined ? {} : { notAfter: instant(input, 'not_after') }),
    },
  };
  const apply = input.adding_to_alias === true ? addCertificate : createAlias;
  const { certificate, alias, serial } = apply(simulation, environment, application);
  return jsonAnswer(201, { certificate, alias, serial });
}

function registerPointOfSale(simulation: Simulation, environment: Environment, input: Input): Answer {
  const system = oneOf(input, 'system', pointOfSaleSystems);
  const record = addPointOfSale(simulation, environment, {
    cuit: text(input, 'cuit'),
    number: Number(input.number),
    system,
    tradeName: '',
    address: '',
  });
  return jsonAnswer(201, {
    cuit: record.cuit,
    number: record.number,
    system: record.system,
    emission_type: emissionTypes[system],
  });
}

function storeTaxpayer(simulation: Simulation, environment: Environment, input: Input): Answer {
  const taxpayer: TaxpayerRecord = { cuit: text(input, 'cuit') };
  if (input.name !== undefined) taxpayer.name = text(input, 'name');
  if (input.address !== undefined) taxpayer.address = text(input, 'address');
  if (input.represented_by !== undefined) taxpayer.representedBy = texts(input, 'represented_by');
  if (input.kind !== undefined) taxpayer.kind = oneOf(input, 'kind', taxpayerKinds);
  if (input.state !== undefined) taxpayer.state = oneOf(input, 'state', taxpayerStates);
  if (input.vat_status !== undefined) taxpayer.vatStatus = oneOf(input, 'vat_status', vatStatuses);
  if (input.size !== undefined) taxpayer.size = oneOf(input, 'size', taxpayerSizes);
  if (input.limited !== undefined) taxpayer.isLimited = flag(input, 'limited');
  if (input.exporter !== undefined) taxpayer.isExporter = flag(input, 'exporter');
  if (input.exists !== undefined) taxpayer.exists = flag(input, 'exists');
  const { representedBy, vatStatus, isLimited, isExporter, ...record } = registerTaxpayer(
    simulation,
    environment,
    taxpayer,
  );
  const renamed = {
    represented_by: representedBy,
    vat_status: vatStatus,
    limited: isLimited,
    exporter: isExporter,
  };
  return jsonAnswer(201, { ...record, ...renamed });
}
