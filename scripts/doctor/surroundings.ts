import { connect } from 'node:tls';
import { discoverProvider } from '#lib/accounts/oidc.ts';
import { addressOf, authorityServices } from '#lib/arca/services.ts';
import { get } from '#lib/arca/transport.ts';
import { environments } from '#lib/authority-environment.ts';
import { env } from '#lib/env.ts';
import { checkMailServer } from '#lib/mail/send-mail.ts';
import { dayMs } from '#lib/time.ts';
import { addressFault, allowedAddresses, configuredRules } from '#lib/webhooks/address-guard.ts';
import { codeOf, type Finding, note, ok, reasonOf, trouble } from './finding.ts';

const timeoutLimitMs = 10_000;
const skewForNoteSeconds = 60;
/** Beyond this the authority refuses logins: docs/authority.md#clock. */
const skewForTroubleSeconds = 600;
const daysForNote = 14;

/** Checks whether the instance with this configuration is running and ready. */
export async function examineInstance(): Promise<Finding> {
  const { HOST, PORT } = env();
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/api/health/ready`;
  const answer = await ask(url).catch((error: Error) => error);
  if (answer instanceof Error) {
    if (answer.name === 'TimeoutError')
      return trouble(
        'instance',
        `${url}: no answer within ten seconds`,
        'An instance that hangs: end it, with kill -9 if TERM does not. Or another program: ss -ltnp says which.',
      );
    return codeOf(answer) === 'ECONNREFUSED'
      ? note('instance', `no instance answers at ${url}`)
      : trouble('instance', `${url} is no instance’s: ${reasonOf(answer)}`, anotherProgram);
  }
  const { status } = (await answer.json().catch(() => ({}))) as { status?: string };
  if (status === 'ok') return ok('instance', `${url}: ready`);
  if (!status)
    return trouble('instance', `${url} answers ${answer.status}: it is another program`, anotherProgram);
  return trouble('instance', `${url}: ${status}`, remediesOfReady[status] ?? 'Check its log.');
}

const anotherProgram = 'Stop the program that has the port (ss -ltnp), or set PORT to another one.';
const remediesOfReady: Record<string, string> = {
  incomplete: 'What is missing is listed below, under schema and queue.',
  'build-replaced': 'Restart it, with a complete build (docs/upgrades.md#with-one-instance).',
  closing: 'It is stopping.',
};

/** The address of suppliers' links, as reachable from here. */
export async function examineOrigin(): Promise<Finding[]> {
  const { ALTA_ORIGIN, ALTA_PROXY_HOPS } = env();
  const { protocol, hostname, port } = new URL(ALTA_ORIGIN);
  const findings: Finding[] = [];
  // Alta speaks HTTP only, so https means that a proxy is in front.
  if (protocol === 'https:' && ALTA_PROXY_HOPS === 0)
    findings.push(
      trouble(
        'proxy',
        'ALTA_PROXY_HOPS is 0, so all clients have the address of the proxy, and share its rate limits',
        'Set it to the number of proxies that append to X-Forwarded-For: docs/deployment.md#behind-a-proxy.',
      ),
    );
  if (/^(localhost|127\.|\[::1\])/.test(hostname))
    return [
      ...findings,
      note(
        'origin',
        `${ALTA_ORIGIN}: links lead to this machine only`,
        'Set ALTA_ORIGIN to the public address.',
      ),
    ];
  if (protocol !== 'https:')
    findings.push(
      trouble(
        'origin',
        `${ALTA_ORIGIN} is not https`,
        'Put a proxy with TLS in front: docs/deployment.md#behind-a-proxy.',
      ),
    );
  const seen = await ask(`${ALTA_ORIGIN}/api/health/live`).then(
    ({ status }) =>
      status === 200 ? ok('origin', `${ALTA_ORIGIN} answers`) : unexpected(ALTA_ORIGIN, status),
    (error: unknown) =>
      trouble(
        'origin',
        `${ALTA_ORIGIN}: ${reasonOf(error)}`,
        'Check the DNS entry of the name, the proxy and its certificate.',
      ),
  );
  findings.push(seen);
  if (protocol === 'https:' && seen.state === 'ok')
    findings.push(await examineCertificate(hostname, Number(port || 443)));
  return findings;
}

const unexpected = (origin: string, status: number): Finding =>
  trouble(
    'origin',
    `${origin} answers ${status}`,
    'With 421, the proxy uses another host name: set ALTA_HOSTS. Otherwise the address leads to another server.',
  );

async function examineCertificate(host: string, port: number): Promise<Finding> {
  const ends = await new Promise<Date>((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: timeoutLimitMs }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
  const days = Math.floor((ends.getTime() - Date.now()) / dayMs);
  const says = `the certificate of ${host} expires in ${days} days`;
  return days < daysForNote ? note('tls', says, 'Check why the proxy has not renewed it.') : ok('tls', says);
}

/** Every host of the authority, and its clock. Hosts that fail in the same way are one finding. */
export async function examineAuthority(): Promise<Finding[]> {
  const exchanges = await Promise.all(
    environments.flatMap((environment) =>
      authorityServices.map(async (service) => {
        const { endpoint: url } = addressOf(service, environment);
        const headers = { 'user-agent': 'alta' };
        const exchange = await get({ url: `${url}?wsdl`, headers, timeoutMs: timeoutLimitMs });
        return { environment, service: service.name, host: new URL(url).host, exchange };
      }),
    ),
  );
  const skews = exchanges.flatMap(({ exchange }) =>
    exchange.kind !== 'failed' && exchange.date ? [(exchange.date.getTime() - Date.now()) / 1_000] : [],
  );
  const groups = Map.groupBy(exchanges, ({ environment, service, exchange }) =>
    exchange.kind === 'failed'
      ? `${environment} ${exchange.failure}`
      : `${environment} ${exchange.status >= 500 ? exchange.status : service}`,
  );
  const findings = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const about = `${first.environment} ${group.length === 1 ? first.service : 'arca'}`;
    const hosts = [...new Set(group.map(({ host }) => host))].join(', ');
    const which = group.length === 1 ? hosts : `${hosts} (${group.map(({ service }) => service).join(', ')})`;
    const { exchange } = first;
    if (exchange.kind === 'failed')
      return [
        trouble(
          about,
          `${which}: ${exchange.failure}, ${exchange.detail}`,
          remedies[exchange.failure] ?? checkFirewall,
        ),
      ];
    if (exchange.status < 500) return [ok(about, `${which} answers`)];
    return [
      note(
        about,
        `${which}: answers ${exchange.status}`,
        'The authority is down; Alta retries automatically.',
      ),
    ];
  });
  return [...findings, clockOf(skews)];
}

const checkFirewall = 'Check that the firewall or the outgoing proxy lets the connection pass.';
const remedies: Record<string, string> = {
  dns: 'The name cannot be resolved here: check the resolver.',
  tls: 'docs/operations.md#tls-with-the-authority-fails',
};

function clockOf(skews: number[]): Finding {
  const [worst] = skews.toSorted((one, other) => Math.abs(other) - Math.abs(one));
  if (worst === undefined) return note('clock', 'not checked, because no server of the authority answered');
  const says = `${Math.abs(Math.round(worst))} seconds ${worst > 0 ? 'behind' : 'ahead of'} the authority’s`;
  const remedy = 'timedatectl set-ntp true, on this machine (docs/operations.md#the-clock-is-wrong).';
  if (Math.abs(worst) > skewForTroubleSeconds)
    return trouble('clock', `${says}: the authority refuses logins`, remedy);
  return Math.abs(worst) > skewForNoteSeconds ? note('clock', says, remedy) : ok('clock', says);
}

export async function examineMail(): Promise<Finding> {
  const { SMTP_URL, DATA_DIR } = env();
  if (!SMTP_URL)
    return note(
      'mail',
      `no mail server is configured: mails are written to files in ${DATA_DIR}/mail`,
      'Set SMTP_URL and MAIL_FROM.',
    );
  const { host } = new URL(SMTP_URL);
  return checkMailServer(SMTP_URL).then(
    () => ok('mail', `${host} accepts our login`),
    (error: unknown) =>
      trouble(
        'mail',
        reasonOf(error).includes(host) ? reasonOf(error) : `${host}: ${reasonOf(error)}`,
        'Check SMTP_URL: name, port, login; smtps:// for port 465.',
      ),
  );
}

/** The OpenID provider, if one is configured. */
export async function examineProvider(): Promise<Finding[]> {
  const { ALTA_OIDC_ISSUER, ALTA_OIDC_NAME } = env();
  if (!ALTA_OIDC_ISSUER) return [];
  const finding = await discoverProvider().then(
    () => ok('openid', `the metadata of ${ALTA_OIDC_NAME} can be read`),
    (error: unknown) =>
      trouble(
        'openid',
        `${ALTA_OIDC_ISSUER}: ${reasonOf(error)}`,
        'ALTA_OIDC_ISSUER must equal `issuer` in its /.well-known/openid-configuration.',
      ),
  );
  return [finding];
}

/** The hosts that receive webhooks, checked by the rules of a delivery. Nothing is sent. */
export async function examineReceivers(urls: string[]): Promise<Finding[]> {
  const rules = configuredRules();
  const faults = await Promise.all(
    urls.map(async (url) => {
      const fault = addressFault(url, rules);
      if (fault) return `${hostOf(url)} ${fault.message}`;
      return allowedAddresses(new URL(url).hostname, rules).then(
        () => undefined,
        (error: unknown) => reasonOf(error),
      );
    }),
  );
  const wrong = [...new Set(faults.filter((fault) => fault !== undefined))];
  if (wrong.length === 0)
    return urls.length > 0 ? [ok('webhooks', `all ${urls.length} addresses can receive webhooks`)] : [];
  return wrong.map((fault) =>
    note(
      'webhooks',
      fault,
      'The owner of the endpoint must change the address, unless the resolver here is at fault.',
    ),
  );
}

/** The path may contain a secret of the receiver. */
const hostOf = (url: string) => URL.parse(url)?.host ?? 'an address';

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(timeoutLimitMs), redirect: 'manual' });
