import { noteProgress, startAgain } from '#lib/registrations/registration.ts';
import { nextPath } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { getStep, limitAttempts, postStep, reread, seeOther } from '../handler.tsx';
import { CertificateStep } from './view.tsx';

export const GET = getStep('certificado', ({ request, props }) => (
  <CertificateStep
    {...props}
    hasNewAlias={new URL(request.url).searchParams.has('otro-alias') || undefined}
  />
));

export const POST = postStep('certificado', async ({ ref, request, ctx, registration, props }) => {
  const { intent } = await readForm(request);
  if (intent === 'start-again') {
    await limitAttempts('proof', registration);
    await startAgain(ctx, registration);
    return seeOther(props, '/certificado?otro-alias');
  }
  await noteProgress(ctx, registration, 'requestDownloadedAt');
  const current = await reread({ ref, props });
  const next = nextPath(current.registration);
  // An earlier rejection was about another certificate than the one asked for now.
  const isRejected = current.registration.lastRejection !== undefined;
  return seeOther(current, next === '/subir' && isRejected ? '/subir?pedido' : next);
});
