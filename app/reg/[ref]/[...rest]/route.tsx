import { htmlResponse } from '../_parts/document.tsx';
import { UnknownLink } from '../_parts/error-pages.tsx';
import { get } from '../handler.tsx';

/** A page that is none: the same answer as for a link that is none. */
export const GET = get(({ props }) => htmlResponse(<UnknownLink t={props.t} />, 404));
