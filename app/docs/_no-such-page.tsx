import { NoSuchPage } from '../reg/[ref]/_parts/error-pages.tsx';
import { spanish } from '../reg/[ref]/_parts/texts.tsx';

export const noSuchPage = <NoSuchPage t={spanish} />;
