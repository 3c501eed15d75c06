import type { ReactNode } from 'react';
import { DecisionForm } from '@/components/admin/decision-desk';

/** One act of the pages about people. `subject` tells apart forms of the same act on one page. */
export function PeopleForm({
  act,
  subject,
  about,
  children,
}: {
  act: string;
  subject: string;
  /** What the act is about, and what the page showed of it. */
  about: Record<string, string>;
  children: ReactNode;
}) {
  const name = `${act} ${subject}`;
  return (
    <DecisionForm name={name}>
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="act" value={act} />
      {Object.entries(about).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
    </DecisionForm>
  );
}
