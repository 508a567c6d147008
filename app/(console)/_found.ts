import 'server-only';

import { notFound } from 'next/navigation';
import { z } from 'zod';
import { AltaError } from '#lib/errors.ts';

/** What a verb finds by an id of the address; the page for what is not there, when there is no such thing. */
export async function foundBy<T>(id: string, find: (id: string) => Promise<T>): Promise<T> {
  if (!z.uuid().safeParse(id).success) notFound();
  return find(id.toLowerCase()).catch((error: unknown) => {
    if (error instanceof AltaError && error.key === 'not-found') notFound();
    throw error;
  });
}
