import { activeCertificate } from '#lib/certificates/store.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { newIssuer } from './issuer.ts';
import type { RunningSimulator } from './simulator.ts';

/** Whose certificates of the sandbox are: `tests/support/certified.ts`. */
const person = '27123456780';

/** A sandbox workspace whose registered supplier is named as the one whose certificate acts for others. */
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
    /** For the taxpayers' register, in the name of the supplier unless told. */
    authorise: (represented_cuit = cuit) =>
      simulator.authorise('sandbox', {
        cuit: person,
        alias,
        represented_cuit,
        service: 'ws_sr_constancia_inscripcion',
      }),
  };
}

/** The same, who may ask the taxpayers' register. */
export async function newAsker(simulator: RunningSimulator) {
  const delegate = await newDelegate(simulator);
  await delegate.authorise();
  return delegate;
}
