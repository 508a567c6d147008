import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { newSupplier } from './workspace.ts';

/** An open registration and its link, created like the workflow's step does. */
export async function newRegistration(
  ctx: Context,
  now = new Date(),
): Promise<{ entryId: string; ref: string }> {
  const entry = await newSupplier(ctx);
  const created = await createRegistration(ctx, entry, now);
  if (created.kind !== 'created') throw new Error(`the registration was not created: ${created.kind}`);
  await database().transaction((tx) => created.store(tx));
  const [link] = await listMeta(ctx, entry.id);
  return { entryId: entry.id, ref: link?.ref ?? '' };
}

/** Sends one of our forms like a browser without scripts. */
export function postForm(
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  });
}

export function postUpload(url: string, upload: { file?: Blob; fileName?: string; text?: string }) {
  const body = new FormData();
  if (upload.file) body.set('file', upload.file, upload.fileName ?? 'certificado.crt');
  if (upload.text !== undefined) body.set('text', upload.text);
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body,
  });
}
