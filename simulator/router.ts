import { answerControl } from './control/api.ts';
import type { FaultTarget } from './control/faults.ts';
import { type Environment, isEnvironment } from './environment.ts';
import { type Answer, answer, type Incoming, jsonAnswer, notFound, pageAnswer } from './http/exchange.ts';
import { answerPadron } from './padron/service.ts';
import { indexPage } from './portal/index-page.ts';
import { answerPortal } from './portal/portal.ts';
import { findShortcut } from './portal/shortcuts.ts';
import { stylesheet } from './portal/stylesheet.ts';
import { Refusal } from './refusal.ts';
import { answerPortalApi } from './registry/api.ts';
import type { Simulation } from './simulation.ts';
import { answerWsaa } from './wsaa/service.ts';
import { answerWsfe } from './wsfe/service.ts';

export type Service = { environment: Environment; target: FaultTarget };
export type Route = {
  /** Set for the web services: where faults strike. */
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
  if (local.toLowerCase() === 'sr-padron/webservices/personaservicea5') {
    return {
      service: { environment, target: 'padron' },
      run: () => answerPadron(simulation, environment, incoming),
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
