import 'next-auth';
import 'next-auth/jwt';
import type { Refusal } from './refusal';

declare module 'next-auth' {
  /** What a way of signing in comes to: a person's id, or why not. */
  interface User {
    id: string;
    refused?: Refusal;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    /** The id of a row in `sessions`: the cookie proves no more than that. */
    sessionId?: string;
  }
}
