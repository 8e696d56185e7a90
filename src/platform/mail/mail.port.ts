/** One message to one person. */
export interface MailMessage {
  /** Stable over retries: the Message-ID and the name of a file follow from it. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When the event happened; the same at every retry. */
  readonly date: Date;
  /** A language code such as `de`. */
  readonly language: string;
}

/** A failed attempt. The message holds codes alone: no address and nothing that the server said. */
export class MailFailure extends Error {
  override name = 'MailFailure';

  constructor(
    message: string,
    /** The server refused this message for good, so a retry is useless. */
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

/** Takes messages for delivery. */
export interface Mailer {
  /** Resolves once the message was handed over. Throws MailFailure. */
  send(message: MailMessage): Promise<void>;
}
