import { NoSuchPage } from '../reg/[ref]/_parts/error-pages.tsx';
import { spanish } from '../reg/[ref]/_parts/texts.tsx';
import { html } from '../reg/[ref]/handler.tsx';

/** Any address that is none. */
export const GET = () => html(<NoSuchPage t={spanish} />, 404);
