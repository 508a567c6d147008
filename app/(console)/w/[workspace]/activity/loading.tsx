export { PageSkeleton as default } from '#console/_ui/page-skeleton.tsx';
