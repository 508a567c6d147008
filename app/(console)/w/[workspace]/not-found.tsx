import { LostPage } from '#console/_ui/error-pages.tsx';

export default function NotFound() {
  return <LostPage />;
}
