import 'next-auth';
import 'next-auth/jwt';
import type { SignInRefusal } from './sign-in-refusal';

declare module 'next-auth' {
  /** The result of a sign-in: a person's id, or the reason for a refusal. */
  interface User {
    id: string;
    refused?: SignInRefusal;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    /** The id of a row in `sessions`: the cookie proves nothing else. */
    sessionId?: string;
  }
}
