import { html } from '../reg/[ref]/_door.tsx';
import { NoSuchPage } from '../reg/[ref]/_views/closed.tsx';
import { spanish } from '../reg/[ref]/_views/texts.tsx';

/** Any address that is none. */
export const GET = () => html(<NoSuchPage t={spanish} />, 404);
