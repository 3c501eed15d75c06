import 'next-auth';
import 'next-auth/jwt';
import type { Refusal } from './refusal';

declare module 'next-auth' {
  /** The result of a sign-in: a person's id, or the reason for a refusal. */
  interface User {
    id: string;
    refused?: Refusal;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    /** The id of a row in `sessions`: the cookie proves nothing else. */
    sessionId?: string;
  }
}
