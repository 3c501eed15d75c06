import { redirect } from 'next/navigation';

/** The dashboard is the desk's first page; it sends whoever is not an agent where they belong. */
export default function FirstPage(): never {
  redirect('/leads');
}
