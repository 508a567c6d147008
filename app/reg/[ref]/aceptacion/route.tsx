import { getStep } from '../handler.tsx';
import { AcceptanceStep } from './view.tsx';

/** Shown until the account holder accepts the delegation, which the open page detects by polling. */
export const GET = getStep('aceptacion', ({ props }) => <AcceptanceStep {...props} />);
