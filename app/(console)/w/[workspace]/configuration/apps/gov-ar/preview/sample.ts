import type { Environment } from '#lib/authority-environment.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { stateOf } from '#lib/registrations/state.ts';
import { dayMs } from '#lib/time.ts';

export const sampleSupplier = { name: 'Panadería La Espiga S.R.L.', cuit: '30712345671' };

const stages = ['created', 'started', 'enabled', 'completed'] as const;

/** A made-up registration of the preview. It is stored nowhere. */
export function sampleRegistration(
  stage: (typeof stages)[number],
  environment: Environment,
  now: Date,
): Omit<Registration, 'accountHolder'> {
  const since = (from: (typeof stages)[number]) =>
    stages.indexOf(stage) >= stages.indexOf(from) ? now : undefined;
  const expiresAt = new Date(now.getTime() + 30 * dayMs);
  const facts = {
    createdAt: now,
    startedAt: since('started'),
    detailsConfirmedAt: since('enabled'),
    serviceEnabledAt: since('enabled'),
    requestDownloadedAt: since('completed'),
    certificateReceivedAt: since('completed'),
    authorisedAt: since('completed'),
    completedAt: since('completed'),
  };
  const id = '00000000-0000-7000-8000-000000000000';
  const alias = 'alta7kq2m';
  return {
    id,
    workspaceId: id,
    entryId: id,
    environment,
    intent: 'register',
    mode: 'certificate',
    services: ['wsfe'],
    way: 'certificate',
    state: stateOf(facts, expiresAt, now),
    facts,
    supplier: sampleSupplier,
    namesAtAuthority: {},
    hasCreditAccount: false,
    paperGaps: [],
    link: { id, scope: 'full', expiresAt, voice: 'company' },
    request: { alias, csr: '', createdAt: now },
    certificate: since('completed') && {
      alias,
      holderCuit: sampleSupplier.cuit,
      issuer: 'Computadores',
      notBefore: now,
      notAfter: new Date(now.getTime() + 730 * dayMs),
      fingerprint: '',
    },
    proof: { status: since('completed') ? 'settled' : 'none' },
    pointsOfSale: {
      list: [{ service: 'wsfe', number: 3, system: 'CAE - Ri Iva', blocked: false, usable: true }],
      readAt: now,
      unavailable: false,
    },
  };
}
