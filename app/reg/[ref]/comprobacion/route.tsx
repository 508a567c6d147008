import { firstUndone } from '../flow.ts';
import { get, html, seeOther } from '../handler.tsx';
import { ProofStep } from './view.tsx';

/** While the login runs or is tried again; its end leads to another page. */
export const GET = get((visit) => {
  const undone = firstUndone(visit.registration);
  return undone === '/comprobacion' ? html(<ProofStep {...visit.props} />) : seeOther(visit, undone);
});

/** «Probar ahora» is the same act as the button that asked first. */
export { POST } from '../autorizar/route.tsx';
