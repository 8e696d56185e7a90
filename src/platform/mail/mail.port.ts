/** One message to one person, complete and in one language. */
export interface MailMessage {
  /** The same for every retry. The Message-ID and the file name derive from it. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The time of the event, the same for every retry. */
  readonly date: Date;
  /** A language code such as `de`. */
  readonly language: string;
}

/** A failed attempt. Its text contains only codes: no address and no reply of the server. */
export class MailFailure extends Error {
  override name = 'MailFailure';

  constructor(
    message: string,
    /** True if the server rejected this message permanently, so a retry is useless. */
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

/** Accepts messages for delivery. */
export interface Mailer {
  /**
   * Resolves when the server accepted the message, or its file is written. Throws MailFailure, or
   * errors of the file system.
   */
  send(message: MailMessage): Promise<void>;
}
