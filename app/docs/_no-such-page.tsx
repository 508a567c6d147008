import { NoSuchPage } from '../reg/[ref]/_views/closed.tsx';
import { spanish } from '../reg/[ref]/_views/texts.tsx';

export const noSuchPage = <NoSuchPage t={spanish} />;
