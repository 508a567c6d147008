import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { startRegistration } from '#lib/registrations/start.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { newSupplier } from './workspace.ts';

/** An open registration and its link, made as the workflow's step makes them. */
export async function newRegistration(
  ctx: Context,
  now = new Date(),
): Promise<{ entryId: string; ref: string }> {
  const entry = await newSupplier(ctx);
  const started = await startRegistration(ctx, entry, now);
  if (started.kind !== 'started') throw new Error(`the registration was not started: ${started.kind}`);
  await database().transaction((tx) => started.store(tx));
  const [link] = await listMeta(ctx, entry.id);
  return { entryId: entry.id, ref: link?.ref ?? '' };
}

/** What a browser without scripts does with a form of our own page. */
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
