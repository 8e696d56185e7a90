/** Why a command was not carried out, in words for the operator who gave it. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** What helps on, such as the commands that exist; printed beside the message. */
  readonly help: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: { cause?: unknown; help?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.help = options.help ?? {};
  }
}
