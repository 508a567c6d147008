import { getStep } from '../handler.tsx';
import { ProofStep } from './view.tsx';

/** While the login runs or is tried again; its end leads to another page. */
export const GET = getStep('comprobacion', ({ props }) => <ProofStep {...props} />);

/** «Probar ahora» is the same act as the button that asked first. */
export { POST } from '../autorizar/route.tsx';
