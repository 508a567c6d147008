import { htmlResponse } from '../reg/[ref]/_parts/document.tsx';
import { NoSuchPage } from '../reg/[ref]/_parts/error-pages.tsx';
import { spanish } from '../reg/[ref]/_parts/texts.tsx';

/** Not-found page for any unknown address. */
export const GET = () => htmlResponse(<NoSuchPage t={spanish} />, 404);
