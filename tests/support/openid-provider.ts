import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { fetchPage } from './fetch-page.ts';
import { freePort } from './postgres.ts';

export interface RunningProvider {
  issuer: string;
  /** Configuration of the application for this provider. */
  env: Record<string, string>;
  /** The person at the provider, who authenticates as this user. Undefined: they turn back. */
  sitting: string | undefined;
  /** Whether it publishes other keys than those it signs with. */
  isForged: boolean;
  /** Acts as the browser: from the address it is sent to, back to the application's. */
  visit(address: string): Promise<string>;
  stop(): Promise<void>;
}

/** A provider of OpenID Connect on this machine, which authenticates people without asking. */
export async function startProvider(redirectUri: string): Promise<RunningProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const client = {
    client_id: 'alta',
    client_secret: 'not / quite: plain+text',
    redirect_uris: [redirectUri],
  };
  const [key, other] = [newKey(), newKey()];
  const seconds = 600;
  const provider = new Provider(issuer, {
    clients: [client],
    cookies: { keys: ['any'] },
    jwks: { keys: [key.private] },
    ttl: { AccessToken: seconds, Grant: seconds, IdToken: seconds, Interaction: seconds, Session: seconds },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: () => '/interaction' },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: client.client_id,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (request.url === '/interaction') void interact(request, response);
    else if (request.url === '/jwks' && running.isForged)
      response.end(JSON.stringify({ keys: [other.public] }));
    else void answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));

  async function interact(request: IncomingMessage, response: ServerResponse) {
    const result = running.sitting
      ? { login: { accountId: running.sitting } }
      : { error: 'access_denied', error_description: 'They turned back.' };
    await provider.interactionFinished(request, response, result);
  }

  async function visit(address: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next = address;
    while (next.startsWith(issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetchPage(next, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      const location = answer.headers.get('location');
      if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      next = new URL(location, next).href;
    }
    return next;
  }

  const running: RunningProvider = {
    issuer,
    env: {
      ALTA_OIDC_ISSUER: issuer,
      ALTA_OIDC_CLIENT_ID: client.client_id,
      ALTA_OIDC_CLIENT_SECRET: client.client_secret,
      ALTA_OIDC_NAME: 'Acme',
    },
    sitting: undefined,
    isForged: false,
    visit,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return running;
}

/** All keys have the same name. */
function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const named = { kid: 'the key', use: 'sig', alg: 'RS256' };
  return {
    private: { ...privateKey.export({ format: 'jwk' }), ...named },
    public: { ...publicKey.export({ format: 'jwk' }), ...named },
  };
}
