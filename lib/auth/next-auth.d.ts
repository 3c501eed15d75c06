import 'next-auth';

declare module 'next-auth' {
  interface Session {
    /** The id of a row in `sessions`: the cookie proves no more than that. */
    sessionId?: string;
  }
}
