import { redirect } from 'next/navigation';

/** The dashboard is the desk's first page; it redirects people who are not agents. */
export default function FirstPage(): never {
  redirect('/leads');
}
