import { UnknownLink } from '../_parts/error-pages.tsx';
import { get, html } from '../handler.tsx';

/** A page that is none: the same answer as for a link that is none. */
export const GET = get(({ props }) => html(<UnknownLink t={props.t} />, 404));
