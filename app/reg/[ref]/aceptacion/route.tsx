import { getStep } from '../handler.tsx';
import { AcceptanceStep } from './view.tsx';

/** While the account holder accepts what was delegated to it; the page finds out by itself. */
export const GET = getStep('aceptacion', ({ props }) => <AcceptanceStep {...props} />);
