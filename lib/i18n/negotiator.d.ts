/** What we use of the package, which brings no types. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-language'?: string } });
    /** The wanted languages, most wanted first, without those refused by `q=0`. */
    languages(): string[];
  }
}
