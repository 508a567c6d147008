import { get, html } from '../_door.tsx';
import { UnknownLink } from '../_views/closed.tsx';

/** A page that is none: the same answer as for a link that is none. */
export const GET = get(({ props }) => html(<UnknownLink t={props.t} />, 404));
