import type { Answer, Form, Incoming } from '#simulator/http/exchange.ts';
import type { Environment } from '../environment.ts';
import { Refusal } from '../refusal.ts';
import { taxpayerTitle } from '../registry/register.ts';
import type { Session } from '../session.ts';
import type { Simulation } from '../simulation.ts';
import { type Html, portalPage } from './page.ts';

/** A request with a session. */
export type Visit = {
  simulation: Simulation;
  environment: Environment;
  session: Session;
  incoming: Incoming;
  /** Named parts of the path. */
  params: Record<string, string>;
  form: Form;
  /** `/sandbox/portal` or `/live/portal`. */
  base: string;
};

export type PageRoute = {
  method: 'GET' | 'POST';
  /** Path after the base; `:name` matches one segment. */
  path: string;
  show(visit: Visit): Answer | Promise<Answer>;
};

export function visitPage(visit: Visit, title: string, body: Html, alert?: string): Answer {
  const user = nameOf(visit, visit.session.person);
  return portalPage({ environment: visit.environment, user, title, body, alert });
}

/** Name and CUIT, as shown on every page. */
export function nameOf({ simulation, environment }: Visit, cuit: string): string {
  return taxpayerTitle(simulation, environment, cuit);
}

/** Runs a form's action. A refusal is returned as text, for the form to show. */
export async function attempt<Result>(
  act: () => Result | Promise<Result>,
): Promise<{ done: Result } | { refused: string }> {
  try {
    return { done: await act() };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const actual = path.split('/');
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = actual[index] ?? '';
    if (part.startsWith(':') && segment !== '') params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}
