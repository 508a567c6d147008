import { getStep } from '../handler.tsx';
import { Done } from './view.tsx';

/** The end, and what a finished link shows from then on. */
export const GET = getStep('listo', ({ props }) => <Done {...props} />);
