import type { Environment } from '#lib/authority-environment.ts';
import { type CheckOutcome, checkNames } from '#lib/certificates/checks.ts';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { stateOf } from '#lib/registrations/state.ts';

export const now = new Date('2026-11-21T17:05:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const csr = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  ...Array.from({ length: 14 }, () => 'MIICmDCCAYACAQAwUzELMAkGA1UEBhMCQVIxHTAbBgNVBAoMFFBhbmFkZXJpYSBM'),
  'K0uF2o7o6g==',
  '-----END CERTIFICATE REQUEST-----',
].join('\n');

/** How far a fixture got; each stage has the facts of those before it. */
const stages = [
  'created',
  'started',
  'details-confirmed',
  'service-enabled',
  'request-downloaded',
  'certificate-received',
  'completed',
] as const;
export type Stage = (typeof stages)[number];

export function registrationAt(
  stage: Stage,
  environment: Environment,
  changes: Partial<Registration> = {},
): Registration {
  const reached = (each: Stage) => stages.indexOf(stage) >= stages.indexOf(each);
  const when = (each: Stage, minutes: number) => (reached(each) ? minutesAgo(minutes) : undefined);
  const supplier = { name: 'Panadería La Espiga S.R.L.', cuit: '30712345671' };
  const facts = changes.facts ?? {
    createdAt: minutesAgo(600),
    startedAt: when('started', 14),
    detailsConfirmedAt: when('details-confirmed', 13),
    serviceEnabledAt: when('service-enabled', 9),
    requestDownloadedAt: when('request-downloaded', 6),
    certificateReceivedAt: when('certificate-received', 4),
    authorisedAt: when('completed', 1),
    completedAt: when('completed', 1),
  };
  const expiresAt = new Date('2026-12-21T15:00:00Z');
  return {
    id: '0199f3a1-7c1e-7d52-9b1f-3f2a9c1b77d0',
    workspaceId: '0199f3a1-0000-7000-8000-000000000001',
    entryId: '0199f3a1-0000-7000-8000-000000000002',
    environment,
    intent: 'register',
    mode: 'certificate',
    services: ['wsfe'],
    way: 'certificate',
    state: stateOf(facts, expiresAt, now),
    facts,
    supplier,
    namesAtAuthority: {},
    noticeEmail: reached('details-confirmed') ? 'administracion@laespiga.com.ar' : undefined,
    hasCreditAccount: false,
    paperGaps: ['issuer-address', 'gross-income', 'activity-since'],
    accountHolder: { name: 'Mercado Sur', email: 'ayuda@mercadosur.com.ar' },
    link: {
      id: '0199f3a1-0000-7000-8000-000000000003',
      scope: 'full',
      expiresAt,
    },
    request: { alias: 'alta7kq2m', csr, createdAt: minutesAgo(600) },
    certificate: reached('certificate-received')
      ? {
          alias: 'alta7kq2m',
          holderCuit: environment === 'live' ? supplier.cuit : '20123456786',
          issuer: environment === 'live' ? 'Computadores' : 'Computadores Test',
          notBefore: minutesAgo(8),
          notAfter: new Date('2028-11-20T17:00:00Z'),
          fingerprint: 'ab'.repeat(32),
        }
      : undefined,
    proof: { status: reached('completed') ? 'settled' : 'none' },
    pointsOfSale: { list: [], unavailable: false },
    ...changes,
  };
}

const failedCheck: Partial<Record<RejectionReason, CheckOutcome['check']>> = {
  malformed: 'decoding',
  'authority-certificate': 'issuer',
  'wrong-environment': 'issuer',
  'unknown-issuer': 'issuer',
  untrusted: 'issuer',
  'other-key': 'key',
  expired: 'validity',
  'not-yet-valid': 'validity',
  'other-cuit': 'cuit',
  'not-authorised': 'login',
  'authority-unavailable': 'login',
  'cuit-not-represented': 'login',
};

export function rejectedFor(
  reason: RejectionReason,
  detail: Record<string, string> = {},
): NonNullable<Registration['lastRejection']> {
  const failed = checkNames.indexOf(failedCheck[reason] ?? 'contents');
  const checks = checkNames.map((check, index): CheckOutcome => {
    const status = index < failed ? 'passed' : index === failed ? 'failed' : 'pending';
    return { check, status };
  });
  return { reason, detail, at: minutesAgo(1), checks };
}

/** The details that the checks give with each reason. */
export const detailOf: Partial<Record<RejectionReason, Record<string, string>>> = {
  'not-a-certificate': { fileType: 'html' },
  'other-key': {
    alias: 'alta7kq2m',
    certificateAlias: 'panaderia',
    cuit: '30500010912',
    expectedCuit: '30712345671',
  },
  expired: { notAfter: '2026-03-01T12:00:00.000Z', alias: 'alta7kq2m' },
  'not-yet-valid': { notBefore: '2026-11-21T18:00:00.000Z', alias: 'alta7kq2m' },
  'other-cuit': { cuit: '20123456786', expectedCuit: '30712345671' },
};
