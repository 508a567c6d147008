import { activeCertificate } from '#lib/certificates/store.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { newIssuer } from './issuer.ts';
import type { RunningSimulator } from './simulator.ts';

/** Holder of the sandbox certificates: `tests/support/certified.ts`. */
const person = '27123456780';

/** A sandbox workspace with a registered supplier named as delegate: its certificate acts for others. */
export async function newDelegate(simulator: RunningSimulator) {
  const issuer = await newIssuer(simulator);
  const { ctx, supplierId, cuit } = issuer;
  await changeAppSettings(ctx, 'gov-ar', { delegate: { siloEntryId: supplierId } });
  const certificate = await activeCertificate(ctx, supplierId);
  if (!certificate?.certificateAlias) throw new Error('the supplier has no certificate');
  const { certificateAlias: alias } = certificate;
  return {
    ...issuer,
    certificate,
    /** Authorizes it for the taxpayers' register, by default in the name of the supplier. */
    authorise: (represented_cuit = cuit) =>
      simulator.authorise('sandbox', {
        cuit: person,
        alias,
        represented_cuit,
        service: 'ws_sr_constancia_inscripcion',
      }),
  };
}

/** The same, authorized to query the taxpayers' register. */
export async function newAsker(simulator: RunningSimulator) {
  const delegate = await newDelegate(simulator);
  await delegate.authorise();
  return delegate;
}
