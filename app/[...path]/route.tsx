import { htmlResponse } from '../reg/[ref]/_parts/document.tsx';
import { NoSuchPage } from '../reg/[ref]/_parts/error-pages.tsx';
import { spanish } from '../reg/[ref]/_parts/texts.tsx';

/** Any unknown address. */
export const GET = () => htmlResponse(<NoSuchPage t={spanish} />, 404);
