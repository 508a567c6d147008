import { randomUUID } from 'node:crypto';
import { AltaError } from '#lib/errors.ts';
import { problem } from './problem.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Handler = (request: Request) => Response;

/**
 * What a route answers to the methods that it does not take, and to OPTIONS: by itself Next says 405 without a
 * word. Each route module exports what it gets from here beside its own.
 */
export function otherMethods<Taken extends Method>(
  ...taken: Taken[]
): Record<Exclude<Method, Taken> | 'OPTIONS', Handler> {
  const allow = ['OPTIONS', ...taken, ...(taken.some((method) => method === 'GET') ? ['HEAD'] : [])]
    .toSorted()
    .join(', ');
  const refused = (request: Request) =>
    problem(
      new AltaError('method-not-allowed', `${request.method} is not for this path: use ${allow}.`),
      { id: randomUUID(), path: new URL(request.url).pathname },
      { allow },
    );
  const allowed = () => new Response(null, { status: 204, headers: { allow } });
  const others = methods.filter((method) => !taken.some((each) => each === method));
  return Object.fromEntries([...others.map((method) => [method, refused]), ['OPTIONS', allowed]]);
}
