/** An error of a command, with a message for the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** Further help, such as the list of commands; printed with the message. */
  readonly help: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: { cause?: unknown; help?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.help = options.help ?? {};
  }
}
