/** An e-mail address that, where it has to break, breaks after the @. */
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
