import { getStep } from '../handler.tsx';
import { AcceptanceStep } from './view.tsx';

/** Shown until the account holder accepts the delegation; the page notices by itself. */
export const GET = getStep('aceptacion', ({ props }) => <AcceptanceStep {...props} />);
