import { htmlResponse } from '../_parts/document.tsx';
import { UnknownLink } from '../_parts/error-pages.tsx';
import { get } from '../handler.tsx';

/** Unknown pages get the same answer as unknown links. */
export const GET = get(({ props }) => htmlResponse(<UnknownLink t={props.t} />, 404));
