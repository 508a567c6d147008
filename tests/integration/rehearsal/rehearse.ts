import type { Context } from '#lib/context.ts';
import { advanceRehearsal, type Rehearsal, startRehearsal } from '#lib/rehearsal/rehearsal.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import type { RunningSimulator } from '#tests/support/simulator.ts';

/** What the person does otherwise than usual. */
export interface Differences {
  labels?: Record<string, string>;
  order?: string;
  request?: string;
  minutes?: number;
  page?: string;
  confirmation?: string;
}

/** A person who does the whole rehearsal at the stand-in's portal. */
export async function rehearse(
  ctx: Context,
  simulator: RunningSimulator,
  { labels = {}, order = '', request = '', minutes = 3, page = '', confirmation = '' }: Differences = {},
  cuit = newCuit(ctx.workspace.environment === 'sandbox' ? '27' : '30'),
): Promise<Rehearsal> {
  const { environment } = ctx.workspace;
  const started = await startRehearsal(ctx, { cuit });
  const { alias, csr } = started.state;
  const { certificate } = await simulator.issueCertificate(environment, { cuit, alias, csr });
  if (environment === 'live') await simulator.addPointOfSale({ cuit, number: 4, system: 'MONOTRIBUTO' });
  await advanceRehearsal(ctx, started.id, { step: 'certificate', certificate, labels, order, request });
  await simulator.authorise(environment, { cuit, alias, represented_cuit: cuit });
  let rehearsal = await advanceRehearsal(ctx, started.id, { step: 'authorise', labels, order, minutes });
  if (rehearsal.state.step === 'wait')
    rehearsal = await advanceRehearsal(ctx, started.id, { step: 'wait', isGivenUp: true });
  if (rehearsal.state.step === 'invoice')
    rehearsal = await advanceRehearsal(ctx, started.id, {
      step: 'invoice',
      isSkipped: environment === 'live' && confirmation === '',
      confirmation,
    });
  return rehearsal.state.step === 'qr' ? advanceRehearsal(ctx, started.id, { step: 'qr', page }) : rehearsal;
}
