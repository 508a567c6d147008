import { redirect } from 'next/navigation';

/** What is left of an address whose workspace was cut off leads to one. */
export default function Workspaces() {
  redirect('/console');
}
