import PostalMime, { type Address } from 'postal-mime';

/** One mail as a mail client would show it. */
export type ReceivedMail = {
  id: number;
  /** When it arrived, ISO 8601. */
  at: string;
  from: string;
  /** The envelope recipients, whatever the headers say. */
  to: string[];
  subject: string;
  text: string;
  html: string | undefined;
  /** The web addresses in the text, in order. */
  links: string[];
};

/** How many of the newest are kept. */
const KEPT = 200;
/** A full stop or a bracket at the end belongs to the sentence. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

/** Every mail sent through the sandbox's mail server since its start, in memory. */
export class Mailbox {
  #mails: ReceivedMail[] = [];
  #lastId = 0;
  /** The mail server's address; undefined while none runs. */
  smtpUrl: string | undefined;

  /** Parses and keeps one mail. It is kept whatever its bytes: unreadable parts are empty. */
  async add(raw: Uint8Array, { to, at }: { to: string[]; at: Date }): Promise<void> {
    const mail = await PostalMime.parse(raw);
    const text = mail.text ?? '';
    this.#lastId += 1;
    const received = {
      id: this.#lastId,
      at: at.toISOString(),
      from: nameOf(mail.from),
      to,
      subject: mail.subject ?? '',
      text,
      html: mail.html,
      links: [...text.matchAll(LINK)].map(([link]) => link),
    };
    this.#mails = [received, ...this.#mails].slice(0, KEPT);
  }

  /** Newest first. */
  list(): readonly ReceivedMail[] {
    return this.#mails;
  }

  find(id: number): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  empty(): void {
    this.#mails = [];
  }
}

function nameOf(from: Address | undefined): string {
  if (!from?.address) return '';
  return from.name ? `${from.name} <${from.address}>` : from.address;
}
