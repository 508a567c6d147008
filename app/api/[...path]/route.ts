import { randomUUID } from 'node:crypto';
import { notFound } from '#lib/errors.ts';
import { problem } from '#lib/http/problem.ts';

/** Any path of the API that is none. */
const nothingHere = (request: Request) =>
  problem(notFound('This path'), { id: randomUUID(), path: new URL(request.url).pathname });

export const GET = nothingHere;
export const POST = nothingHere;
export const PUT = nothingHere;
export const PATCH = nothingHere;
export const DELETE = nothingHere;
