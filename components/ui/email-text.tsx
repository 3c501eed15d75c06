/** An email address that breaks after the @ if it has to. */
export function EmailText({ email }: { email: string }) {
  const [box = '', ...domain] = email.split('@');
  if (domain.length === 0) return email;
  return (
    <>
      {box}@<wbr />
      {domain.join('@')}
    </>
  );
}
