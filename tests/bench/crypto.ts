import { execFile } from 'node:child_process';
import { generateKeyPair, sign, X509Certificate } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { ArcaServiceNames, AuthRepository } from '@arcasdk/core';
import { createLoginEnvelope } from '#lib/arca/wsaa.ts';
import { checkUpload } from '#lib/certificates/checks.ts';
import { createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { createKeyPair } from '#lib/x509/key-pair.ts';
import { issueCertificate, spkiFingerprint, testAuthority, testKey, toPem } from '#tests/support/pki.ts';
import type { Row, Table } from './report.ts';
import { amount, inTurns, median, medianRatio, millisecondsOf, syncMillisecondsOf } from './rounds.ts';

const generate = promisify(generateKeyPair);
const run = promisify(execFile);

const alias = 'alta2xk9d';
const cuit = '30712345671';
const organisation = 'Ferretería El Tornillo S.R.L.';

export async function measureCrypto(): Promise<Table[]> {
  return [await keyPairs(), await checks(), await ticketRequests()];
}

/** The search for primes takes as long as luck has it: only many keys have a stable mean. */
const keyRounds = amount(250);
const opensslRounds = amount(25);
const delayRounds = amount(30);
const rounds = amount(101);

async function keyPairs(): Promise<Table> {
  const first = await createKeyPair();
  const request = { privateKey: first.privateKeyPkcs8, alias, organisation, cuit };
  const csrMs = () => syncMillisecondsOf(() => createCertificateRequest(request), 1);
  const coldCsr = csrMs();
  const csr = median(Array.from({ length: amount(120, 21) }, csrMs).slice(20));

  // Both at once, each on a thread of libuv's: what else the machine does falls on both alike.
  const withCsr: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < keyRounds; round++) {
    const [one, other] = await Promise.all([millisecondsOf(keyPairWithCsr), millisecondsOf(nativeKeyPair)]);
    withCsr.push(one);
    alone.push(other);
  }
  const { ours, openssl } = await inTurns(opensslRounds, {
    ours: () => millisecondsOf(keyPairWithCsr),
    openssl: () => millisecondsOf(opensslKeyPair),
  });
  const delays = await inTurns(delayRounds, {
    ours: () => longestDelayMs(keyPairWithCsr),
    native: () => longestDelayMs(nativeKeyPair),
  });

  const ratio = mean(withCsr) / mean(alone);
  const longest = Math.max(...delays.ours);
  return {
    title: 'Key pair and certificate request (RSA-2048)',
    rows: [
      {
        what: 'key pair + CSR / native key pair, mean',
        measured: ms(mean(withCsr)),
        reference: ms(mean(alone)),
        ratio,
        aim: '<= 1.20',
        met: ratio <= 1.2,
      },
      { what: 'of which the CSR', measured: ms(csr), reference: ms(mean(alone)), ratio: csr / mean(alone) },
      {
        what: 'key pair + CSR / `openssl req -newkey`, mean',
        measured: ms(mean(ours)),
        reference: ms(mean(openssl)),
        ratio: mean(ours) / mean(openssl),
      },
      {
        what: 'event loop blocked, longest / by native alone',
        measured: ms(longest),
        reference: ms(Math.max(...delays.native)),
        aim: '<= 5 ms',
        met: longest <= 5,
      },
    ],
    notes: [
      `${keyRounds} rounds, standard error of each mean about ${Math.round((100 * standardError(alone)) / mean(alone))} %; openssl ${opensslRounds} rounds, event loop ${delayRounds}.`,
      `Event loop blocked, median of the rounds: ${ms(median(delays.ours))}, by native alone ${ms(median(delays.native))}. A process's first CSR, cold: ${ms(coldCsr)}.`,
    ],
  };
}

async function keyPairWithCsr(): Promise<void> {
  const { privateKeyPkcs8 } = await createKeyPair();
  createCertificateRequest({ privateKey: privateKeyPkcs8, alias, organisation, cuit });
}

/** The same key as ours, DER out. */
const nativeKeyPair = () =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });

const opensslKeyPair = () => {
  const subject = `/C=AR/O=Ferreteria El Tornillo S.R.L./CN=${alias}/serialNumber=CUIT ${cuit}`;
  return run('openssl', ['req', '-newkey', 'rsa:2048', '-nodes', '-subj', subject, '-keyout', '-']);
};

/** How long the event loop was held up at the most. The monitor's own timer counts as delay, and is taken off. */
async function longestDelayMs(work: () => Promise<unknown>): Promise<number> {
  const resolution = 1;
  const monitor = monitorEventLoopDelay({ resolution });
  monitor.enable();
  await work();
  // What the work's last moment held up shows at the next tick of the timer.
  await new Promise((resolve) => setTimeout(resolve, 3 * resolution));
  monitor.disable();
  return Math.max(0, monitor.max / 1e6 - resolution);
}

async function checks(): Promise<Table> {
  const { privateKey, publicKey } = testKey(1);
  const holder = { alias, cuit, publicKey };
  const upload = Buffer.from(toPem(issueCertificate(testAuthority('live'), holder)));
  const expectation = {
    environment: 'live' as const,
    cuit,
    keys: [{ publicKeyFingerprint: spkiFingerprint(privateKey), alias }],
  };
  const trustBundle = (['live', 'sandbox'] as const).flatMap((environment) => [
    testAuthority(environment).x509,
    testAuthority(environment, 'root').x509,
  ]);
  for (const each of [expectation, { ...expectation, trustBundle }]) {
    const { kind } = checkUpload(upload, each);
    if (kind !== 'accepted') throw new Error('The certificate that the checks are measured with is refused.');
  }

  const times = 100;
  const measure = (work: () => unknown) => () => syncMillisecondsOf(work, times);
  const contestants = {
    bare: measure(() => new X509Certificate(upload)),
    checks: measure(() => checkUpload(upload, expectation)),
    withBundle: measure(() => checkUpload(upload, { ...expectation, trustBundle })),
  };
  await inTurns(amount(20), contestants);
  const { bare, checks, withBundle } = await inTurns(rounds, contestants);
  const row = (what: string, values: number[]): Row => {
    const ratio = medianRatio(values, bare);
    return {
      what,
      measured: us(median(values)),
      reference: us(median(bare)),
      ratio,
      aim: '<= 5.00',
      met: ratio <= 5,
    };
  };
  return {
    title: 'All local checks of an uploaded certificate (PEM)',
    rows: [
      row('checks / new X509Certificate', checks),
      row('checks with a trust bundle of 4 CAs / the same', withBundle),
    ],
    notes: [`${rounds} rounds of ${times} in turn.`],
  };
}

async function ticketRequests(): Promise<Table> {
  const { privateKey, publicKey } = testKey(1);
  const certificatePem = toPem(issueCertificate(testAuthority('live'), { alias, cuit, publicKey }));
  const message = Buffer.alloc(160, 'x');
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const contestants = {
    native: () => syncMillisecondsOf(() => sign('sha256', message, privateKey), 10),
    ours: () =>
      syncMillisecondsOf(
        () => createLoginEnvelope({ certificatePem, privateKey, service: 'wsfe' }, new Date()),
        10,
      ),
    arcasdk: () => millisecondsOf(() => requestOfArcasdk(certificatePem, key), 2),
  };
  await inTurns(amount(5), contestants);
  const { native, ours, arcasdk } = await inTurns(rounds, contestants);
  const ratio = medianRatio(ours, native);
  return {
    title: 'WSAA login request (ticket request + CMS)',
    rows: [
      {
        what: 'request / one native RSA signature',
        measured: us(median(ours)),
        reference: us(median(native)),
        ratio,
        aim: '<= 3.00',
        met: ratio <= 3,
      },
      {
        what: 'request / that of @arcasdk/core',
        measured: us(median(ours)),
        reference: us(median(arcasdk)),
        ratio: medianRatio(ours, arcasdk),
      },
    ],
    notes: [`${rounds} rounds of 10 (@arcasdk/core: 2) in turn.`],
  };
}

/** Their login up to the call, which is stopped where it would go out. */
async function requestOfArcasdk(cert: string, key: string): Promise<string> {
  let signed = '';
  const soapClient = {
    createClient: async () => ({}),
    setEndpoint: () => {},
    call: async (_client: unknown, _method: string, { in0 }: { in0: string }) => {
      signed = in0;
      throw new Error('far enough');
    },
  };
  const repository = new AuthRepository({ cuit: Number(cuit), cert, key, soapClient: soapClient as never });
  await repository.requestLogin(ArcaServiceNames.WSFE).catch(() => {});
  if (!signed) throw new Error('@arcasdk/core signed nothing.');
  return signed;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function standardError(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)) / values.length);
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
const us = (milliseconds: number) => `${(milliseconds * 1_000).toFixed(0)} us`;
