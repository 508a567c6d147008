import { authenticateApiKey } from '#lib/accounts/api-keys.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { clientAddress, withoutPort } from './client-address.ts';
import type { Address, Caller, Description } from './description.ts';
import { countUse, refuseOver, type Usage } from './rate-limit.ts';

/**
 * Who comes: by a key, or where the route has one and no key is sent, by its own way in. What lets nobody in there is
 * answered alike, whatever is wrong with it.
 * @throws AltaError `unauthorised`, `rate-limited`; `not-found` for an address that lets nobody in
 */
export async function authenticate(
  request: Request,
  { service, version, admit }: Pick<Description, 'service' | 'version' | 'admit'>,
  asked: Address,
  tell: (usages: readonly Usage[]) => void,
): Promise<Caller> {
  const usages: Usage[] = [];
  const address = clientAddress(request);
  // Before the key is looked up: who floods us with keys costs the database nothing.
  await counted('api-address', address);
  const header = request.headers.get('authorization');
  if (admit && header === null && asked.query.has('signature')) {
    const admitted = await admit(asked);
    if (admitted) return admitted;
    await counted('failed-authentication', address);
    throw notFound('This address');
  }
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')?.[1];
  const key =
    token && token.length <= 200
      ? await authenticateApiKey(token, { version: `${service}/${version}`, address: withoutPort(address) })
      : undefined;
  if (!key) {
    log().warn({ address }, 'an API request without a valid key');
    await counted('failed-authentication', address);
    throw new AltaError('unauthorised', 'Send a valid API key as `Authorization: Bearer <key>`.');
  }
  await counted('api', key.id);
  return { workspace: key.workspace, actor: { kind: 'api-key', id: key.id, scopes: key.scopes } };

  async function counted(name: 'api' | 'api-address' | 'failed-authentication', by: string): Promise<void> {
    const usage = await countUse(name, by);
    // The narrowest first: clients that read one only read that.
    usages.unshift(usage);
    tell(usages);
    refuseOver(usage);
  }
}
