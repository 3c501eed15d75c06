import PostalMime, { type Address } from 'postal-mime';

/** One mail as somebody's mail program would show it. */
export type ReceivedMail = {
  id: number;
  /** When it came, ISO 8601. */
  at: string;
  from: string;
  /** To whom the server was told to deliver, whatever the headers say. */
  to: string[];
  subject: string;
  text: string;
  html: string | undefined;
  /** The web addresses in the text, in their order. */
  links: string[];
};

/** The newest so many are kept. */
const KEPT = 200;
/** A full stop or a bracket at its end belongs to the sentence. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

/** Every mail that was sent through the sandbox's mail server since it began, in memory. */
export class Mailbox {
  #mails: ReceivedMail[] = [];
  #lastId = 0;
  /** Where mails are taken; undefined while no mail server runs. */
  smtpUrl: string | undefined;

  /** Reads and keeps one mail. Whatever the bytes are, it is kept: what cannot be read is empty. */
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
